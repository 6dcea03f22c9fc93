-- The refund of an order's payment that an operation carries out; null: it is about something else.
alter table payment_operations add column refund_id bigint;
-- the provider's own word for why it gives nothing back
alter table refunds add column refusal text;
