-- Tables and columns of SteVe, as far as stations, cards, users and sessions go, written as mysqldump writes them.
DROP TABLE IF EXISTS `address`;
CREATE TABLE `address` (
  `address_pk` int(11) NOT NULL AUTO_INCREMENT,
  `street` varchar(1000) DEFAULT NULL,
  `house_number` varchar(255) DEFAULT NULL,
  `zip_code` varchar(255) DEFAULT NULL,
  `city` varchar(255) DEFAULT NULL,
  `country` varchar(255) DEFAULT NULL,
  `latitude` decimal(11,8) DEFAULT NULL,
  `longitude` decimal(11,8) DEFAULT NULL,
  `time_zone` varchar(255) DEFAULT NULL,
  PRIMARY KEY (`address_pk`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `address` VALUES (1,'Am Kai','4a','20457','Hamburg','Germany',53.54330000,9.99250000,'Europe/Berlin');
CREATE TABLE `charge_box` (
  `charge_box_pk` int(11) NOT NULL AUTO_INCREMENT,
  `charge_box_id` varchar(255) NOT NULL,
  `ocpp_protocol` varchar(255) DEFAULT NULL,
  `registration_status` varchar(255) NOT NULL DEFAULT 'Accepted',
  `charge_point_vendor` varchar(255) DEFAULT NULL,
  `charge_point_model` varchar(255) DEFAULT NULL,
  `fw_version` varchar(255) DEFAULT NULL,
  `description` mediumtext DEFAULT NULL,
  `address_pk` int(11) DEFAULT NULL,
  `security_profile` int(11) DEFAULT 0,
  `auth_password` varchar(255) DEFAULT NULL,
  PRIMARY KEY (`charge_box_pk`),
  UNIQUE KEY `chargeBoxId_UNIQUE` (`charge_box_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `charge_box` VALUES (1,'KAI-1','ocpp1.6J','Accepted','Voltwerk','Duo','1.4','At the quay; \'left\'',1,1,'@HASH@'),(2,'KAI-2','ocpp1.6J','Accepted','Voltwerk','Duo','1.4',NULL,1,0,NULL),
(3,'BAD/ID','ocpp1.6J','Accepted','Voltwerk','Duo',NULL,NULL,NULL,0,NULL),(4,'EMPTY-1','ocpp1.6J','Accepted',NULL,NULL,NULL,NULL,NULL,0,NULL);
CREATE TABLE `evse` (
  `evse_pk` int(11) unsigned NOT NULL AUTO_INCREMENT,
  `charge_box_id` varchar(255) NOT NULL,
  `evse_id` int(11) NOT NULL,
  `evse_id_external` varchar(255) DEFAULT NULL,
  `topology_source` enum('ocpp1','ocpp2') NOT NULL,
  PRIMARY KEY (`evse_pk`),
  UNIQUE KEY `evse_cbid_source_eid_UNIQUE` (`charge_box_id`,`topology_source`,`evse_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `evse` VALUES (1,'KAI-1',0,NULL,'ocpp1'),(2,'KAI-1',1,NULL,'ocpp1'),(3,'KAI-1',2,NULL,'ocpp1'),(4,'KAI-2',1,NULL,'ocpp1'),(5,'BAD/ID',1,NULL,'ocpp1');
CREATE TABLE `evse_connector` (
  `evse_connector_pk` int(11) unsigned NOT NULL AUTO_INCREMENT,
  `evse_pk` int(11) unsigned NOT NULL,
  `connector_id` int(11) NOT NULL,
  `connector_type` varchar(255) DEFAULT NULL,
  `connector_format` varchar(255) DEFAULT NULL,
  `power_type` varchar(255) DEFAULT NULL,
  `max_voltage` int(11) DEFAULT NULL,
  `max_amperage` int(11) DEFAULT NULL,
  `max_electric_power` int(11) DEFAULT NULL,
  PRIMARY KEY (`evse_connector_pk`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `evse_connector` VALUES (1,2,1,'cCCS2',NULL,'DC',NULL,NULL,NULL),(2,4,1,'IEC_62196_T2','SOCKET','AC_3_PHASE',230,32,NULL);
CREATE TABLE `ocpp_tag` (
  `ocpp_tag_pk` int(11) NOT NULL AUTO_INCREMENT,
  `id_tag` varchar(255) NOT NULL,
  `parent_id_tag` varchar(255) DEFAULT NULL,
  `expiry_date` timestamp(6) NULL DEFAULT NULL,
  `max_active_transaction_count` int(11) NOT NULL DEFAULT 1,
  `note` mediumtext DEFAULT NULL,
  PRIMARY KEY (`ocpp_tag_pk`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `ocpp_tag` VALUES (1,'fleet',NULL,NULL,1,NULL),(2,'04a1b2c3','fleet','2030-12-31 22:00:00.000000',1,'O\'Brien; (blue)'),(3,'04ffffff','fleet',NULL,0,NULL),(4,'a-card-with-more-than-thirty-six-letters',NULL,NULL,1,NULL);
CREATE TABLE `user` (
  `user_pk` int(11) NOT NULL AUTO_INCREMENT,
  `address_pk` int(11) DEFAULT NULL,
  `first_name` varchar(255) DEFAULT NULL,
  `last_name` varchar(255) DEFAULT NULL,
  `phone` varchar(255) DEFAULT NULL,
  `e_mail` varchar(255) DEFAULT NULL,
  PRIMARY KEY (`user_pk`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `user` VALUES (1,NULL,'Anna','Müller','+49 40 123456','Anna@drivers.example'),(2,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE `user_ocpp_tag` (
  `user_pk` int(11) NOT NULL,
  `ocpp_tag_pk` int(11) NOT NULL,
  PRIMARY KEY (`user_pk`,`ocpp_tag_pk`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `user_ocpp_tag` VALUES (1,2);
CREATE TABLE `transaction_start` (
  `transaction_pk` int(10) unsigned NOT NULL AUTO_INCREMENT,
  `event_timestamp` timestamp(6) NOT NULL DEFAULT current_timestamp(6),
  `evse_pk` int(11) unsigned NOT NULL,
  `id_tag` varchar(255) NOT NULL,
  `start_timestamp` timestamp(6) NULL DEFAULT NULL,
  `start_value` varchar(255) DEFAULT NULL,
  PRIMARY KEY (`transaction_pk`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `transaction_start` VALUES (1,'2026-02-01 10:00:01.000000',2,'04a1b2c3','2026-02-01 10:00:00.000000','1000'),(2,'2026-02-02 10:00:01.000000',4,'04a1b2c3','2026-02-02 10:00:00.000000','500'),(3,'2026-02-03 10:00:01.000000',4,'04a1b2c3','2026-02-03 10:00:00.000000','9000'),(4,'2026-02-04 10:00:01.000000',4,'04a1b2c3','2026-02-04 10:00:00.000000','9000'),(5,'2026-02-04 12:00:01.000000',5,'04a1b2c3','2026-02-04 12:00:00.000000','9000');
CREATE TABLE `transaction_stop` (
  `transaction_pk` int(10) unsigned NOT NULL,
  `event_timestamp` timestamp(6) NOT NULL DEFAULT current_timestamp(6),
  `event_actor` enum('station','manual') DEFAULT NULL,
  `stop_timestamp` timestamp(6) NOT NULL DEFAULT current_timestamp(6),
  `stop_value` varchar(255) NOT NULL,
  `stop_reason` varchar(255) DEFAULT NULL,
  PRIMARY KEY (`transaction_pk`,`event_timestamp`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `transaction_stop` VALUES (1,'2026-02-01 10:30:00.000000','manual','2026-02-01 10:30:00.000000','1000','Local'),(1,'2026-02-01 11:00:00.000000','station','2026-02-01 11:00:00.000000','21000','EVDisconnected'),(2,'2026-02-02 11:00:00.000000','station','2026-02-02 11:00:00.000000','7500',NULL),(4,'2026-02-04 11:00:00.000000','station','2026-02-04 11:00:00.000000','100','PowerLoss'),(5,'2026-02-04 13:00:00.000000','station','2026-02-04 13:00:00.000000','9100','Local');
