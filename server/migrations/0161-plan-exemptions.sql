-- From here on a manager's station is monetized only under its owner's plan. What has begun to earn before goes on without one,
-- until it is switched off or its location has another owner.
alter table stations
  add column plan_exempt_at timestamptz,
  add check (plan_exempt_at is null or monetized);

-- of an owner with a plan those are exempt that are more than it covers, the youngest first
with earning as (
  select s.id, coalesce(p.quantity, 0) as quantity,
    row_number() over (partition by l.owner_id order by s.created_at, s.id) as nth
  from stations s join locations l on l.id = s.location_id join managers m on m.id = l.owner_id
  left join subscriptions p on p.manager_id = m.id and p.state in ('active', 'past_due')
  where s.monetized and s.deleted_at is null and l.deleted_at is null and m.role <> 'administrator'
)
update stations s set plan_exempt_at = now() from earning e where e.id = s.id and e.nth > e.quantity;

create function end_plan_exemption() returns trigger language plpgsql as $$
begin
  new.plan_exempt_at := null;
  return new;
end $$;
create trigger station_plan_exemption before update of monetized on stations
  for each row when (old.plan_exempt_at is not null and not new.monetized) execute function end_plan_exemption();
