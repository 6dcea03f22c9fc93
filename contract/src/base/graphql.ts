/**
 * The most rows that each list answers: exports of orders take 10,000, the payments table 50,000 (domain.md#payments-and-reports).
 * More is an error.
 */
export const graphqlLimits = { orders: 10_000, payments: 50_000, groupedPayments: 50_000 } as const

/** The schema of POST /api/graphql. Money in kopecks, energy in Wh unless a field says otherwise, power in W. */
export const graphqlSchema = /* GraphQL */ `
  type Query {
    "Orders, newest first; from and to bound created_at."
    orders(
      from: String
      to: String
      locationIds: [ID!]
      driverId: ID
      limit: Int = 50
      offset: Int = 0
      search: String
      statuses: [String!]
      "stages at which sessions failed: authorisation, start, energy, stop"
      failed: [String!]
      stationId: ID
      connectorId: ID
      "of stations"
      model: String
      "that their station ran when they ended"
      firmware: String
      "a car was plugged in during this hour of the week by the network's clocks: 0 is Monday, 00:00 to 01:00; 167 the last"
      hourOfWeek: Int
      "of a roaming partner's drivers: the partner's number, or any"
      partner: ID
    ): OrderConnection!
    "Payments as they are by now, newest first; from and to bound the settlement day, a later refund counts in the sums on its own day. payment_method_type: card holds card and account."
    payments(
      from: String
      to: String
      payment_method_type: String
      locationIds: [ID!]
      limit: Int = 50
      offset: Int = 0
      search: String
    ): [Payment!]!
    "Sums of a settlement day, location and payment type, newest day first; read from the daily totals."
    groupedPayments(
      from: String
      to: String
      payment_method_type: String
      locationIds: [ID!]
      limit: Int = 50
      offset: Int = 0
    ): [GroupedPayment!]!
  }
  type OrderConnection { total_count: Int! edges: [OrderEdge!]! }
  type OrderEdge { node: Order! }
  type OrderLocation { id: ID! name: String! country: String! city: String! street: String! }
  type OrderStation { id: ID! number: Int! }
  type OrderConnector { id: ID! type: String! evse_number: Int! number: Int! power: Float! }
  type OrderUser { id: ID! first_name: String! last_name: String! avatar_url: String phone: String }
  type OrderPartner { id: ID! name: String! }
  type ServiceOrder { id: ID! }
  type Order {
    id: ID!
    status: String!
    created_at: String!
    location: OrderLocation!
    station: OrderStation!
    connector: OrderConnector!
    user: OrderUser
    reservation_start: String
    reservation_finish: String
    charging_start: String
    charging_finish: String
    meter_start: Float
    meter_stop: Float
    "Wh charged, as it is billed: not the difference of the registers where these contradict each other; null before a transaction began"
    energy: Float
    service_orders: [ServiceOrder!]!
    charging_price: Float
    services_price: Float
    captured_amount: Float
    transaction_start: String
    transaction_finish: String
    ev_connected: Boolean!
    payment_method_type: String
    meter_soc_start: Float
    meter_soc_stop: Float
    rate: Float!
    tariff: Float!
    discount: Float!
    rfid: String
    "the roaming partner that pays for it; null: none, or the caller may not see it"
    partner: OrderPartner
    parking_time: Float
    parking_amount: Float
    parking_captured_amount: Float
    reservation_price: Float
    current_charging_amount: Float
    current_wh: Float
    current_w: Float
    "when its station last metered it"
    metered_at: String
    limit_amount: Float
    countdown_finish: String
    warning: String
    priority: Boolean!
    wrong_captured_amount: Boolean!
  }
  type Payment {
    id: ID!
    order_id: ID!
    day: String!
    created_at: String!
    status: String!
    location: OrderLocation!
    station: OrderStation!
    connector: OrderConnector!
    user: OrderUser
    rfid: String
    reservation_start: String
    reservation_finish: String
    charging_start: String
    charging_finish: String
    meter_start: Float
    meter_stop: Float
    energy: Float!
    charging_price: Float
    reservation_price: Float
    captured_amount: Float!
    refunded_amount: Float!
    "what banks took back"
    charged_back_amount: Float!
    payment_method_type: String!
    payment_provider: String!
    market_shop_id: String!
    bank_commission: Float!
    agent_fee: Float!
    compensation: Float!
  }
  type GroupedPayment {
    day: String!
    location: OrderLocation!
    payment_method_type: String!
    payment_provider: String
    market_shop_id: String
    count: Int!
    "kWh"
    kwh: Float!
    captured: Float!
    refunded: Float!
    charged_back: Float!
    "captured, less refunded and charged back"
    amount: Float!
    "of the amount what was not taken in cash"
    revenue: Float!
    bank_commission: Float!
    agent_fee: Float!
    compensation: Float!
    "due to the owner; nothing of the network's own locations"
    to_compensate: Float!
  }
`
