-- works from 0.1.0: it only adds; what older servers leave empty is compared again within a minute
-- What a partner's list came to when it was last compared with our bills, so that open months are counted without reading them.
alter table roaming_settlements
  -- lines on the partner's list
  add column listed integer not null default 0,
  -- kopecks on it, VAT included; null: it does not say
  add column listed_gross_minor bigint,
  add column differing integer not null default 0,
  -- kopecks that the list lacks in all; less than 0: it has more
  add column difference_minor bigint not null default 0,
  -- null: not since it was uploaded
  add column compared_at timestamptz;
create index roaming_settlements_open on roaming_settlements (month, partner_id) where agreed_at is null;

create view roaming_partner_view as select id, name from roaming_partners;
