-- Ends a transaction whose statement found another number of rows than it was decided on.
create function must_be_equal(counted bigint, wanted bigint) returns void
language plpgsql as $$
begin
  if counted <> wanted then
    raise exception '% rows instead of %', counted, wanted using errcode = 'SM001';
  end if;
end
$$;
