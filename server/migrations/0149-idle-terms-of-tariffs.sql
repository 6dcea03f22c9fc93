-- A tariff may say itself what a car costs that stays; null: what its location says, or the network.
alter table price_changes add column idle jsonb;
alter table tariff_versions add column idle jsonb;
create or replace view tariff_version_view as
  select id, elements, idle from tariff_versions;
