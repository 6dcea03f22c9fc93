-- Parties behind the hubs that are partners, as the hub says how they are connected.
create table roaming_clients (
  partner_id bigint not null references roaming_partners on delete cascade,
  country_code text not null,
  party_id text not null,
  role text not null,
  status text not null check (status in ('CONNECTED', 'OFFLINE', 'PLANNED', 'SUSPENDED')),
  -- as the hub says, and when it said so last
  last_updated timestamptz not null,
  heard_at timestamptz not null,
  -- since when nothing is sent to it; null: it is connected
  away_since timestamptz,
  primary key (partner_id, country_code, party_id)
);

-- when all parties of a hub were read from it last
alter table roaming_partners add column clients_read_at timestamptz;
