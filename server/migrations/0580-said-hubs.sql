-- Only staff says that a partner is a hub: what it says of itself opens nothing. Those that count as hubs today stay so, unless one of
-- their parties is another connected partner's.
alter table roaming_partners add column is_hub boolean not null default false;
update roaming_partners p set is_hub = true
where (p.hub_party_id is not null or p.roles @> '[{"role": "HUB"}]') and not exists (
  select from roaming_partners o, jsonb_array_elements(o.roles) theirs, jsonb_array_elements(p.roles) own
  where o.id <> p.id and o.state in ('connected', 'suspended')
    and upper(theirs ->> 'countryCode') = upper(own ->> 'countryCode')
    and upper(theirs ->> 'partyId') = upper(own ->> 'partyId')
);
