-- works from 0.1.0: it only adds, and the view gets a column at its end; older servers send whole locations, as before
-- When something of a location moved for partners that is not the status of one of its EVSEs; null: not known.
alter table roaming_objects add column whole_at timestamptz;
create or replace view roaming_shown_view as
  select id, version, module, object_id, body, last_updated, removed_at, null::bigint as partner_id, whole_at from roaming_objects
  union all
  select id, version, 'tariffs', object_id, body, last_updated, removed_at, partner_id, null from roaming_partner_tariffs;

-- Up to which change a partner has a location, so that it is sent the new status of an EVSE alone.
create table roaming_sent (
  partner_id bigint not null references roaming_partners on delete cascade,
  object_id text not null,
  version text not null,
  -- the beginning of the hash of the token by which the partner calls us: with another one it may have begun anew
  connection text not null,
  last_updated timestamptz not null,
  -- it has refused a part of this location, and gets it whole
  whole_only boolean not null,
  primary key (partner_id, object_id)
);
