-- A transaction that the plug began: until a card or a remote start comes, it is nobody's.
alter table orders add column awaits_card boolean not null default false;
-- when the server first heard of the transaction: what a station's clock says is held against it
alter table orders add column first_heard_at timestamptz;
-- a start that a station refuses is not sent again
alter table orders drop column start_attempts;
