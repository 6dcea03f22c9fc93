-- What a provider has of an order that has ended, and what the ledger tells of it; a difference that a person has explained.
alter table payment_differences drop constraint payment_differences_kind_check, add constraint payment_differences_kind_check
  check (kind in ('unknown_to_us', 'unknown_to_provider', 'differs', 'contradicted', 'stuck', 'not_booked'));
alter table payment_differences add column explanation text, add column explained_at timestamptz,
  add column explained_by bigint references managers;
create index payment_differences_unresolved on payment_differences (id) where resolved_at is null;

-- The payments that were made on a day, as each side told them when they were last compared. Minor units, what went back taken off.
create table payment_comparisons (
  provider text not null,
  day date not null,
  compared_at timestamptz not null,
  payments integer not null,
  theirs_minor bigint not null,
  ours_minor bigint not null,
  booked_minor bigint not null,
  -- of orders that have not ended, or are not decided
  unsettled_minor bigint not null,
  primary key (provider, day)
);
