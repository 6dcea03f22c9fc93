-- What plans bring the network's operator, by day.
create view ledger_plan_view as
  select e.business_day, case when t.credit = 'plan_income' then t.amount_minor else -t.amount_minor end as amount_minor
  from ledger_entries e join ledger_transfers t on t.entry_id = e.id
  where e.location_id is null and t.kind = 'subscription';
