-- What drivers want to know of a place before they come: how high their vehicle may be, and what is there.
alter table locations
  add column height_limit_cm smallint check (height_limit_cm between 100 and 1000),
  add column features text[] not null default '{}';
