-- Which jobs a server has under way: when it is dead, another does them at once, and not when they expire.
create table job_claims (
  node text not null,
  name text not null,
  job_id text not null,
  primary key (node, name, job_id)
);
