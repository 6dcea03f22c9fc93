-- What a provider has told that it keeps of a payment: that is the bank's commission, and not what was agreed on with it.
-- Null: it has not told, or nobody takes the money there.
alter table payments add column told_fee_minor bigint check (told_fee_minor >= 0);

-- a day's fees that are told differ from what was agreed on, by way to pay
alter table payment_differences drop constraint payment_differences_kind_check, add constraint payment_differences_kind_check
  check (kind in ('unknown_to_us', 'unknown_to_provider', 'differs', 'contradicted', 'stuck', 'not_booked', 'fee'));
