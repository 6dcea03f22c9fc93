-- Browsers that drivers have notices of their sessions sent to.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  -- where its push service takes messages, and the keys that only the browser can read them with (RFC 8291)
  endpoint text not null,
  public_key text not null,
  auth_secret text not null,
  language text not null,
  -- one session alone, or every one of a driver
  order_id bigint,
  driver_id bigint references drivers on delete cascade,
  created_at timestamptz not null,
  check ((order_id is null) <> (driver_id is null))
);
create unique index push_subscriptions_of_order on push_subscriptions (order_id, endpoint) where order_id is not null;
create unique index push_subscriptions_of_driver on push_subscriptions (driver_id, endpoint) where driver_id is not null;
create index push_subscriptions_by_age on push_subscriptions (created_at) where order_id is not null;

-- What drivers were notified of, so that it is said once.
create table push_notices (
  order_id bigint not null,
  kind text not null,
  created_at timestamptz not null,
  primary key (order_id, kind)
);
create index push_notices_by_age on push_notices (created_at);
