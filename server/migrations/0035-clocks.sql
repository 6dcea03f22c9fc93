-- Its station's own times of its begin or its end cannot be right.
alter table orders add column time_doubtful boolean not null default false;
