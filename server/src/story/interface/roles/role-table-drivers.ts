/** The rows of `role-table.ts` about drivers' links and own accounts: what asks for a driver opens to nobody else, as if they were strangers. */
export const driverTable = `
  the manual
  y y y y y y  GET    help/manual

  the page of a link
  y y y y y y  GET    pay/99999999999999999999  404
  y y y y y y  GET    pay/99999999999999999999/curve 404
  y y y y y y  GET    pay/99999999999999999999/need 404
  y y y y y y  PUT    pay/99999999999999999999/need {"need":null} 404
  y y y y y y  GET    pay/99999999999999999999/receipt 404
  y y y y y y  GET    pay/99999999999999999999/signed-values 404
  y y y y y y  POST   pay/99999999999999999999/payment {"method":"sbp"} 404
  y y y y y y  POST   pay/99999999999999999999/debt {"method":"sbp","purpose":"charging","amount":100} 404
  y y y y y y  POST   pay/99999999999999999999/balance-code 404
  y y y y y y  POST   pay/99999999999999999999/card {"encrypted_card_number":"1","encrypted_security_code":"1","expiration_month":1,"expiration_year":2030} 404
  y y y y y y  POST   pay/99999999999999999999/services {"service_id":1,"price":100,"wish":"a-wish-of-somebody"} 404
  y y y y y y  POST   pay/99999999999999999999/services/1/cancel 404
  y y y y y y  POST   pay/99999999999999999999/services/code {"service_id":1,"price":100} 404
  y y y y y y  POST   pay/99999999999999999999/cancel 404
  y y y y y y  POST   pay/99999999999999999999/start 404
  y y y y y y  POST   pay/99999999999999999999/stop 404
  y y y y y y  POST   pay/99999999999999999999/notices {"endpoint":"https://fcm.googleapis.com/a","p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4","auth":"BTBZMqHH6r4Tts7J_aSIgg"} 404
  y y y y y y  POST   pay/99999999999999999999/feedback {"rating":1} 404
  y y y y y y  POST   pay/99999999999999999999/problem {"comment":"a"} 404

  drivers log in
  y y y y y y  POST   driver/auth/code                  {"email":"{fresh}@driver.example"}
  y y y y y y  POST   driver/auth/sign-in               {"email":"nobody@driver.example","code":"000000"} 400
  y y y y y y  POST   driver/auth/refresh               {"refresh_token":"none"} 401
  y y y y y y  POST   driver/auth/log-out               {"refresh_token":"none"}

  the account of a driver
  y y y y y y  GET    driver/me                         401
  y y y y y y  PATCH  driver/me                         {"first_name":"A"} 401
  y y y y y y  POST   driver/me/contact/code            {"email":"a@driver.example"} 401
  y y y y y y  PUT    driver/me/contact                 {"email":"a@driver.example","code":"000000"} 401
  y y y y y y  POST   driver/me/deletion/code           401
  y y y y y y  POST   driver/me/deletion                {"code":"000000"} 401

  devices of drivers
  y y y y y y  GET    driver/me/devices                 401
  y y y y y y  POST   driver/me/devices                 {"endpoint":"https://push.example.com/1","p256dh":"BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","auth":"AAAAAAAAAAAAAAAAAAAAAA"} 401
  y y y y y y  DELETE driver/me/devices/99999999        401

  what drivers have charged
  y y y y y y  GET    driver/me/orders                  401
  y y y y y y  GET    driver/me/orders/99999999         401
  y y y y y y  GET    driver/me/orders/99999999/receipt 401
  y y y y y y  POST   driver/me/orders/99999999/pay-links 401
  y y y y y y  GET    driver/me/statements/2026-02      401
  y y y y y y  GET    driver/me/postings                401
  y y y y y y  GET    driver/me/export                  401

  money of drivers
  y y y y y y  GET    driver/me/card                    401
  y y y y y y  POST   driver/me/card                    {"encrypted_card_number":"1","encrypted_security_code":"1","expiration_month":1,"expiration_year":2030} 401
  y y y y y y  DELETE driver/me/card                    401
  y y y y y y  POST   driver/me/top-ups                 {"key":"a-key-of-somebody","amount":10000,"method":"sbp"} 401
  y y y y y y  GET    driver/me/top-ups/99999999        401

  cards of drivers
  y y y y y y  GET    driver/me/tags                    401
  y y y y y y  POST   driver/me/tags                    {"token":"04A1B2C3"} 401
  y y y y y y  PATCH  driver/me/tags/99999999           {"blocked":true} 401
  y y y y y y  DELETE driver/me/tags/99999999           401
`
