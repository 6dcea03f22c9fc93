-- Whether a client had charged before, anywhere or at a location, is one look into an index; a card that is nobody's also by how its
-- number begins.
create index orders_of_driver on orders (driver_id, location_id, business_day)
  where business_day is not null and driver_id is not null;
drop index orders_rfid;
create index orders_rfid on orders (rfid text_pattern_ops, location_id, business_day) include (driver_id) where rfid is not null;
