-- works from 0.1.0: it only adds; one view gets a further column at its end
-- Sessions of partners' drivers as their partners see them, and the bills of them.
create table roaming_sessions (
  order_id bigint primary key references orders,
  partner_id bigint not null references roaming_partners,
  -- as they were when the session began
  token jsonb not null,
  place jsonb not null,
  auth_method text not null,
  authorization_reference text,
  -- the session in the words of OCPI 2.3.0, as it was sent last
  body jsonb not null,
  last_updated timestamptz not null,
  -- nothing of it changes any more, but for money that is given back
  ended boolean not null default false
);
create index roaming_sessions_changed on roaming_sessions (partner_id, last_updated, order_id);
create index roaming_sessions_order on roaming_sessions (partner_id, order_id);
create index roaming_sessions_open on roaming_sessions (order_id) where not ended;

create table roaming_cdrs (
  id text primary key,
  order_id bigint not null references roaming_sessions,
  partner_id bigint not null references roaming_partners,
  -- which of its order's
  nth integer not null,
  -- in the words of OCPI 2.3.0
  body jsonb not null,
  total_minor bigint not null,
  energy_wh bigint not null,
  -- the bill that it takes back
  credits text unique references roaming_cdrs,
  created_at timestamptz not null,
  -- when the partner has taken it, and where it has it
  taken_at timestamptz,
  location text,
  unique (order_id, nth)
);
create index roaming_cdrs_changed on roaming_cdrs (partner_id, created_at, id);

-- up to which entry of the ledger the bills of a partner are compared with it
alter table roaming_contracts add column ledger_seen bigint not null default 0;

create index ledger_transfers_fleet_debits on ledger_transfers (debit, entry_id) where debit like 'fleet\_balance:%';
create index ledger_transfers_fleet_credits on ledger_transfers (credit, entry_id) where credit like 'fleet\_balance:%';

create or replace view fleet_line_view as
  select t.debit as account, e.business_day, e.order_id, e.energy_wh, e.order_count, t.kind, t.amount_minor, e.id as entry_id
  from ledger_transfers t join ledger_entries e on e.id = t.entry_id where t.debit like 'fleet\_balance:%'
  union all
  select t.credit, e.business_day, e.order_id, e.energy_wh, e.order_count, t.kind, -t.amount_minor, e.id
  from ledger_transfers t join ledger_entries e on e.id = t.entry_id where t.credit like 'fleet\_balance:%';

-- how long cars stayed after their charge, and whether they still do
create or replace view idle_fee_view as
  select order_id, idle_seconds, amount_minor, since, due_at, terms from idle_fees;

create or replace view partner_company_view as
  select partner_id, fleet_id, ledger_seen from roaming_contracts;

create view roaming_token_view as
  select partner_id, country_code, party_id, uid, type, contract_id, token, last_updated, allowed, authorization_reference,
    answered_at
  from roaming_tokens;

create view roaming_command_view as
  select id, type, order_id, authorization_reference from roaming_commands;
