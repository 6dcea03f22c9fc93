-- how long a start may take; null: its station has not told how long it waits for a car
alter table orders add column start_window_seconds integer;
