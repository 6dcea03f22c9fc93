-- What a session costs at least and at most is part of what was decided, and stays with the version that an order keeps;
-- those of the tariff itself hold where its version says nothing.
alter table price_changes add column min_price_minor bigint, add column max_price_minor bigint;
alter table tariff_versions add column min_price_minor bigint, add column max_price_minor bigint;
create or replace view tariff_version_view as
  select v.id, v.elements, v.idle, coalesce(v.min_price_minor, t.min_price_minor) as min_price_minor,
    coalesce(v.max_price_minor, t.max_price_minor) as max_price_minor
  from tariff_versions v left join tariffs t on t.id = v.tariff_id;
