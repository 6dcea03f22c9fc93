-- Receipts wait by themselves until it is entered who sells: that is nothing that the till has refused.
update fiscal_receipts set state = 'waiting', due_at = null where state = 'refused' and refusal = 'seller_unknown';
create index fiscal_receipts_without_seller on fiscal_receipts (business_day) where state = 'waiting' and refusal = 'seller_unknown';
