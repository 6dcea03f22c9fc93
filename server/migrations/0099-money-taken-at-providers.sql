-- What a provider takes of an order is booked when the provider says so; what nobody pays is a debt, and no money.
alter table provider_payments add column market_shop_id text not null default '';

alter table payments add column debt_minor bigint not null default 0 check (debt_minor >= 0);
create index payments_debt on payments (order_id) where debt_minor > 0;

alter table ledger_entries drop constraint ledger_entries_kind_check, add constraint ledger_entries_kind_check
  check (kind in ('closed', 'taken', 'corrected', 'booked', 'refunded', 'charged_back', 'recalculated', 'top_up',
    'cashback_earned', 'cashback_credited', 'paid_out')) not valid;

create or replace view payment_view as
  select order_id, purpose, status, held_minor, captured_minor, refunded_minor, created_at, updated_at, method_type, provider,
    market_shop_id, document_number, bank_commission_minor, agent_fee_minor, charged_back_minor, location_id, owner_id, debt_minor
  from payments;
