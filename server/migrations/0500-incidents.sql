-- The address that a station's socket came from: stations behind one modem network fall silent together.
alter table station_presence add column remote_address text;

-- Something that goes wrong in the network: what belongs together is one incident.
create table incidents (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('silence', 'fault', 'sessions', 'handshakes', 'payments', 'receipts', 'books', 'energy',
    'firmware', 'certificates')),
  -- what goes wrong again under this key belongs to the same incident while that is not closed
  dedupe_key text not null check (length(dedupe_key) <= 255),
  state text not null default 'open' check (state in ('open', 'acknowledged', 'closed')),
  severity text not null check (severity in ('info', 'minor', 'major', 'critical')),
  -- what its members have in common: station, location, circuit, network, sim, firmware, model, provider, whole, server, scattered
  cause text not null,
  -- the range of addresses, the firmware and so on; null: the cause needs none
  cause_value text,
  -- the numbers by which the cause was found
  evidence jsonb not null,
  -- null: it is about several locations, or about none
  location_id bigint references locations,
  -- when the first of its troubles began
  opened_at timestamptz not null,
  -- when the network noticed it
  noticed_at timestamptz not null,
  -- the first time that a person acknowledged it
  acknowledged_at timestamptz,
  acknowledged_by bigint references managers,
  assignee_id bigint references managers,
  closed_at timestamptz,
  -- null: it closed by itself
  closed_by bigint references managers,
  -- since when nothing of it goes wrong; null: something does
  calm_since timestamptz,
  -- how often it came back after it was closed
  reopened integer not null default 0,
  -- of what went wrong again while it was open
  duplicates integer not null default 0,
  -- its troubles belong to this one now
  merged_into bigint references incidents,
  -- stations that it has touched, and those that it touches now
  stations integer not null default 0,
  stations_now integer not null default 0,
  -- sessions that it broke or prevented, and what that costs, as far as one can tell
  sessions integer not null default 0,
  lost_minor bigint not null default 0,
  -- counts its changes
  version integer not null default 1,
  changed_at timestamptz not null
);
create unique index incidents_key on incidents (dedupe_key) where state <> 'closed';
create index incidents_not_closed on incidents (opened_at desc, id desc) where state <> 'closed';
create index incidents_opened on incidents (opened_at desc, id desc);
create index incidents_last_of_key on incidents (dedupe_key, closed_at desc) where state = 'closed';

-- What goes wrong, one row for a station, a payment, a roll-out and so on: the members of incidents.
create table incident_members (
  incident_id bigint not null references incidents,
  -- station:ID, payment:ID, receipt:ID, difference:ID, rollout:ID, certificate:ID
  subject text not null,
  -- of the incident
  kind text not null,
  -- null: it is about no station
  station_id text references stations,
  -- null: it is about no location
  location_id bigint references locations,
  since timestamptz not null,
  -- null: it still goes wrong
  until timestamptz,
  -- in the words of its source: an error code, a reason
  word text,
  connector integer,
  order_id bigint,
  times integer not null default 1,
  -- what the station takes and how many sessions it has on a usual day
  usual_minor bigint not null default 0,
  usual_sessions numeric not null default 0,
  -- what it has cost beside its present time: what was not paid, and the times before it came back
  own_minor bigint not null default 0,
  own_sessions numeric not null default 0,
  primary key (incident_id, subject)
);
-- one trouble belongs to one incident
create unique index incident_members_now on incident_members (kind, subject) where until is null;
create index incident_members_station on incident_members (station_id, since desc) where station_id is not null;
create index incident_members_location on incident_members (location_id) where location_id is not null;

-- The timeline of an incident: what happened, by the network itself, by people, by rules and by repairs.
create table incident_entries (
  id bigint generated always as identity primary key,
  incident_id bigint not null references incidents,
  at timestamptz not null,
  -- opened, grew, shrank, severity, cause, calm, closed, reopened, merged, assigned, acknowledged, comment; others of rules and repairs
  kind text not null,
  by_kind text not null check (by_kind in ('network', 'person', 'rule', 'repair')),
  manager_id bigint references managers,
  -- null: about the whole incident
  station_id text references stations,
  text text,
  data jsonb not null default '{}'
);
create index incident_entries_page on incident_entries (incident_id, at desc, id desc);

create view incident_view as
  select id, kind, state, severity, cause, cause_value, location_id, opened_at, noticed_at, acknowledged_at, closed_at,
    merged_into, reopened, stations, stations_now, sessions, lost_minor, changed_at
  from incidents;

create view incident_member_view as
  select incident_id, subject, kind, station_id, location_id, since, until, word, connector, order_id from incident_members;

create view station_certificate_view as
  select id, station_id, serial, issued_at, not_after, status, for_cars from station_certificates;

-- What energy control has had to say about stations: those that do not obey.
create view energy_event_view as
  select station_id, at, word from station_events where kind = 'energy';

create view payment_difference_view as
  select id, provider, day, kind, payment_id, found_at, resolved_at, explained_at from payment_differences;

-- Stations that are to work: not on hold, with an EVSE in operation, and connected once; and what they have in common with others.
create view watched_station_view as
  select s.id, s.number, s.location_id, s.vendor_name, s.model, s.firmware_version,
    coalesce(left(s.imsi, 5), left(s.iccid, 7)) as sim, p.connection_id is not null as connected, p.connected_at,
    p.disconnected_at, p.released_at, p.remote_address,
    case when p.remote_address like '%:%' then substring(p.remote_address from '^[0-9a-f]+:[0-9a-f]+:[0-9a-f]+') || '::/48'
      else substring(p.remote_address from '^\d+\.\d+') || '.0.0/16' end as wide_network,
    substring(p.remote_address from '^\d+\.\d+\.\d+') || '.0/24' as narrow_network
  from stations s join station_presence p on p.station_id = s.id
  where s.deleted_at is null and s.hold is null
    and exists (select from evses e where e.station_id = s.id and e.operational);

-- Sessions that did not go well, the newest of which an index finds.
create view failed_session_view as
  select id, station_id, location_id, created_at, outcome from orders
  where outcome in ('authorisation', 'start', 'energy', 'stop');

create view ledger_check_view as select id, checked_at, differences from ledger_checks;

create view energy_sample_view as select location_id, at, limit_ma, flow_ma, others_ma from energy_samples;

-- Which circuit a station of a site hangs at.
create view energy_outlet_view as
  select s.location_id, o.outlet ->> 'station_id' as station_id, o.outlet ->> 'circuit' as circuit, c.circuit ->> 'name' as name
  from energy_sites s cross join jsonb_array_elements(s.body -> 'outlets') o(outlet)
  join jsonb_array_elements(s.body -> 'circuits') c(circuit) on c.circuit ->> 'id' = o.outlet ->> 'circuit';

-- Refused handshakes of stations that are ours: how often, from when until when.
create view handshake_refusal_view as
  select r.station_id, r.reason, r.attempts, r.first_at, r.last_at
  from refused_handshakes r join stations s on s.id = r.station_id;
