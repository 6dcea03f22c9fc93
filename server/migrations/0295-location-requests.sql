-- A location that a manager asks the network for; one at a time. Gone once it is assigned, declined or withdrawn: the audit log tells.
create table location_requests (
  manager_id bigint primary key references managers (id) on delete cascade,
  name text not null,
  city text not null,
  asked_at timestamptz not null
);
create index location_requests_asked on location_requests (asked_at);
