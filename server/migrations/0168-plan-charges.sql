-- Charges of plans as they were sent last, to be compared with the provider's own list.
create view plan_charge_view as
  select id as invoice_id, attempt, state, provider, payment_ref, sent_at, price_minor - credit_minor as amount_minor
  from plan_invoices;
create index plan_invoices_sent on plan_invoices (provider, sent_at) where sent_at is not null;
