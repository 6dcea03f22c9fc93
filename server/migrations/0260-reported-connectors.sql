create index stations_unknown_connectors on stations (id) where unknown_connectors <> '{}';
