-- works from 0.1.0: no older server reads what drivers are written to about.
-- The mail about a session on the saved card is always sent: it tells the driver of a copied charging card.
alter table drivers alter column notices set default '{idle_fee}';
update drivers set notices = array_remove(notices, 'card_session') where 'card_session' = any(notices);
