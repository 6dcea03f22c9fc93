-- works from 0.1.0: it only adds an index
-- The sessions of a partner's drivers, newest first, among those of everybody.
create index orders_of_fleet on orders (fleet_id, created_at desc, id desc) where fleet_id is not null;
