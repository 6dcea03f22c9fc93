-- Codes by which drivers agree to what is charged without their bank asking: from the balance, or a service with the order's card.
alter table balance_codes rename to driver_codes;
alter table driver_codes rename constraint balance_codes_pkey to driver_codes_pkey;
-- what it is good for, and nothing else
alter table driver_codes add column purpose text not null default 'charging';
alter table driver_codes alter column purpose drop default;
