-- Where the energy comes from that partners' drivers get, as they see it; null: we say nothing of it.
alter table roaming_party add column green_energy boolean, add column energy_supplier text, add column energy_product text;
