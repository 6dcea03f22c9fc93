-- works from 0.1.0: it only adds; two views get further columns at their ends
-- Groups of cards have a name and may charge for free or by a tariff of their own; drivers may have a discount, and belong to a
-- company (a fleet) that pays for them by invoice.
create table tag_groups (
  -- the group of id_tokens, as stations know it: upper case
  key text primary key,
  name text not null,
  charging text not null default 'usual' check (charging in ('usual', 'free', 'tariff')),
  tariff_id bigint references tariffs (id),
  created_at timestamptz not null,
  check ((charging = 'tariff') = (tariff_id is not null))
);
create index tag_groups_tariff on tag_groups (tariff_id) where tariff_id is not null;
insert into tag_groups (key, name, created_at)
  select group_id, group_id, min(created_at) from id_tokens where group_id is not null group by group_id;

create table fleets (
  id bigint generated always as identity primary key,
  name text not null,
  -- INN, VAT number or the like; empty: none
  tax_number text not null default '',
  address text not null default '',
  email text not null,
  contract_number text not null default '',
  language text not null default 'ru',
  -- what its drivers may charge for in a month; null: no limit
  month_limit_minor bigint check (month_limit_minor > 0),
  active boolean not null default true,
  -- the month (YYYY-MM) of the last warning that the limit is nearly used up
  warned_month text,
  created_at timestamptz not null
);

alter table drivers
  add column discount_percent smallint not null default 0 check (discount_percent between 0 and 100),
  add column fleet_id bigint references fleets (id);
create index drivers_fleet on drivers (fleet_id) where fleet_id is not null;

alter table orders
  -- the group whose free charging or tariff holds for it, and the fleet that pays for it, frozen at its start
  add column tag_group text,
  add column fleet_id bigint references fleets (id);
create index orders_fleet on orders (fleet_id, id) where fleet_id is not null;

alter table payments add column fleet_id bigint references fleets (id);

create or replace view order_view as
  select id, status, location_id, station_id, connector_id, driver_id, rfid, created_at, reservation_start,
    reservation_finish, charging_start, charging_finish, transaction_id, transaction_start, transaction_finish, meter_start,
    meter_stop, meter_start_offset, energy_wh, charging_price_minor, reservation_price_minor, billable, needs_review,
    decided, end_told, warning, ev_connected, marked_wh, borne_minor, borne_noted_minor, card_free, hold_minor, tag_group, fleet_id
  from orders;

-- what the sessions of fleets that are not invoiced yet may still cost: a running one its limit, one that waits for a person its price
create view fleet_hold_view as
  select fleet_id, id as order_id,
    case when needs_review then coalesce(charging_price_minor, 0)
      else greatest(coalesce(limit_amount_minor, 0), coalesce(charging_price_minor, 0)) end as hold_minor
  from orders
  where fleet_id is not null
    and (needs_review or status in ('wait_payment', 'active', 'countdown', 'starting', 'started'));

-- what fleets owe: sessions of their drivers, less what was given back, less what they have paid
create index ledger_transfers_fleet_debit on ledger_transfers (debit) where debit like 'fleet\_balance:%';
create index ledger_transfers_fleet_credit on ledger_transfers (credit) where credit like 'fleet\_balance:%';
create view fleet_line_view as
  select t.debit as account, e.business_day, e.order_id, e.energy_wh, e.order_count, t.kind, t.amount_minor
  from ledger_transfers t join ledger_entries e on e.id = t.entry_id where t.debit like 'fleet\_balance:%'
  union all
  select t.credit, e.business_day, e.order_id, e.energy_wh, e.order_count, t.kind, -t.amount_minor
  from ledger_transfers t join ledger_entries e on e.id = t.entry_id where t.credit like 'fleet\_balance:%';

-- cards that nobody knows and that were shown at stations, to be registered; the oldest are removed beyond a bound
create table unknown_tags (
  token text primary key,
  shown integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  station_id text not null references stations (id) on delete cascade
);
create index unknown_tags_last on unknown_tags (last_at desc);

create view tag_group_view as select key, name from tag_groups;
create view fleet_view as select id, name, email, language, active from fleets;

create or replace view tariff_version_view as
  select v.id, v.elements, v.idle, coalesce(v.min_price_minor, t.min_price_minor) as min_price_minor,
    coalesce(v.max_price_minor, t.max_price_minor) as max_price_minor, v.tariff_id, v.valid_from
  from tariff_versions v left join tariffs t on t.id = v.tariff_id;
