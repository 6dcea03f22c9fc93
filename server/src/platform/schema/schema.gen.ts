// Written by npm run schema out of the migrations.
import type { Generated, GeneratedAlways } from 'kysely'
import type { ColumnTypes, Json, JsonWithDefault, Maybe, MaybeJson } from './column-types.ts'

/** The database's tables, columns named as in SQL. */
export interface Schema {
  alert_channels: {
    id: GeneratedAlways<number>
    owner_id: Maybe<number>
    kind: 'webhook' | 'telegram'
    name: string
    target: string
    language: ColumnTypes['alert_channels.language']
    sealed: string
    created_by: number
    created_at: Date
    removed_at: Maybe<Date>
  }
  alert_rules: {
    id: GeneratedAlways<number>
    owner_id: Maybe<number>
    name: string
    is_on: boolean
    severity: ColumnTypes['alert_rules.severity']
    kinds: JsonWithDefault<ColumnTypes['alert_rules.kinds']>
    location_ids: JsonWithDefault<ColumnTypes['alert_rules.location_ids']>
    from_minute: Maybe<number>
    until_minute: Maybe<number>
    urgent_severity: Maybe<ColumnTypes['alert_rules.urgent_severity']>
    digest_minutes: number
    steps: Json<ColumnTypes['alert_rules.steps']>
    changed_by: number
    changed_at: Date
    removed_at: Maybe<Date>
  }
  alert_tellings: {
    id: GeneratedAlways<number>
    incident_id: number
    receiver: string
    rule_id: number
    by_mail: boolean
    by_push: boolean
    escalated: boolean
    due_at: Maybe<Date>
    told_at: Maybe<Date>
  }
  alert_watches: {
    incident_id: number
    rule_id: number
    next_step: Generated<number>
    due_at: Maybe<Date>
  }
  answered_requests: {
    manager_id: number
    key: string
    content: string
    begun_at: Date
    answer: Maybe<string>
  }
  api_keys: {
    id: GeneratedAlways<number>
    public_id: string
    secret_hash: string
    manager_id: number
    name: string
    scopes: string[]
    location_ids: Maybe<number[]>
    addresses: string[]
    created_at: Date
    expires_at: Date
    last_used_at: Maybe<Date>
    last_used_from: Maybe<string>
    revoked_at: Maybe<Date>
    replaced_by: Maybe<number>
    warned_at: Maybe<Date>
  }
  app_versions: {
    id: Generated<number>
    android_v: number
    ios_v: string
    manager_id: number
    created_at: Date
    ping_timestamp: Maybe<Date>
  }
  attempts: {
    key: string
    count: number
    until: Date
  }
  audit_log: {
    id: Generated<number>
    at: Date
    manager_id: Maybe<number>
    action: string
    subject_type: string
    subject_id: string
    before: MaybeJson<unknown>
    after: MaybeJson<unknown>
    remote_address: Maybe<string>
    api_key_id: Maybe<number>
  }
  bank_lines: {
    id: GeneratedAlways<number>
    key: string
    booked_on: string
    amount_minor: number
    counterparty: string
    purpose: string
    reference: string
    uploaded_at: Date
    uploaded_by: number
  }
  bank_rates: {
    id: Generated<number>
    provider: string
    method_type: 'card' | 'sbp' | 'terminal'
    rate_bp: number
    valid_from: string
    created_at: Date
    created_by: Maybe<number>
  }
  booked_debts: {
    id: GeneratedAlways<number>
    order_id: number
    purpose: 'charging' | 'parking'
    amount_minor: number
    created_at: Date
    created_by: number
  }
  bulk_run_stations: {
    run_id: number
    position: number
    station_id: string
    result: Generated<'waiting' | 'away' | 'sent' | 'accepted' | 'rejected' | 'failed' | 'unknown' | 'canceled'>
    status: Maybe<string>
    code: Maybe<string>
    detail: Maybe<string>
    latency_ms: Maybe<number>
    at: Maybe<Date>
  }
  bulk_runs: {
    id: Generated<number>
    node: string
    command: Json<ColumnTypes['bulk_runs.command']>
    sealed_command: Maybe<string>
    retry_of: Maybe<number>
    created_by: number
    remote_address: Maybe<string>
    created_at: Date
    total: number
    wait_until: Maybe<Date>
    canceled_at: Maybe<Date>
    finished_at: Maybe<Date>
    counts: MaybeJson<ColumnTypes['bulk_runs.counts']>
  }
  cashbacks: {
    order_id: number
    driver_id: number
    percent: number
    reservation_minor: number
    amount_minor: number
    business_day: string
    posted: number
    credited_at: Maybe<Date>
  }
  certificate_revocations: {
    key: string
    status: 'good' | 'revoked' | 'unknown' | 'unavailable'
    response: Maybe<string>
    kept_until: Date
  }
  certificate_warnings: {
    subject: string
    not_after: Date
    days: number
    warned_at: Date
  }
  connector_meters: {
    connector_id: number
    measured_at: Date
    measurements: Json<ColumnTypes['connector_meters.measurements']>
    order_id: Maybe<number>
  }
  connectors: {
    id: Generated<number>
    station_id: string
    evse_number: number
    number: number
    ordinal: number
    type: ColumnTypes['connectors.type']
    current: 'AC' | 'DC'
    power_w: number
    ocpp_status: Maybe<ColumnTypes['connectors.ocpp_status']>
    error_code: Maybe<string>
    info: Maybe<string>
    status_updated_at: Maybe<Date>
    status_told_at: Maybe<Date>
  }
  contracts: {
    id: Generated<number>
    owner_id: number
    number: string
    inn: Maybe<string>
    agent_fee_bp: number
    valid_from: string
    created_at: Date
    created_by: Maybe<number>
  }
  controller_log_clears: {
    manager_id: number
    station_id: string
    cleared_at: Date
  }
  controller_logs: {
    id: Generated<number>
    at: Date
    station_id: string
    connector: Maybe<number>
    level: 'debug' | 'info' | 'warning' | 'error'
    source: 'vendor' | 'security' | 'upload' | 'monitor'
    text: string
  }
  daily_totals: {
    day: string
    location_id: number
    method_type: string
    order_count: number
    energy_wh: number
    amount_minor: number
    provider: Generated<string>
    market_shop_id: Generated<string>
    bank_commission_minor: Generated<number>
    agent_fee_minor: Generated<number>
    compensation_minor: Generated<number>
    owner_id: Generated<number>
    refunded_minor: Generated<number>
    charged_back_minor: Generated<number>
  }
  debt_rules: {
    id: Generated<number>
    refuses: boolean
    from_minor: number
    valid_from: string
    created_at: Date
    created_by: Maybe<number>
  }
  deliveries: {
    id: GeneratedAlways<number>
    channel: string
    target: string
    topic: string
    key: string
    payload: JsonWithDefault<unknown>
    replaceable: boolean
    state: Generated<'waiting' | 'sending' | 'dead'>
    attempts: Generated<number>
    error: Maybe<string>
    created_at: Date
    due_at: Date
  }
  delivery_targets: {
    channel: string
    target: string
    failures: Generated<number>
    failing_since: Maybe<Date>
    due_at: Maybe<Date>
    delivered_at: Maybe<Date>
    error: Maybe<string>
  }
  device_sessions: {
    device_hash: string
    request_id: string
    order_id: number
    created_at: Date
    driver_id: Maybe<number>
  }
  driver_address_codes: {
    address_hash: string
    purpose: string
    code_hash: string
    attempts: Generated<number>
    expires_at: Date
  }
  driver_codes: {
    order_id: number
    code_hash: string
    attempts: Generated<number>
    sent_at: Date
    expires_at: Date
    purpose: string
  }
  driver_refresh_tokens: {
    token_hash: string
    session_id: number
    created_at: Date
    expires_at: Date
    replaced_at: Maybe<Date>
  }
  driver_sessions: {
    id: Generated<number>
    driver_id: number
    created_at: Date
    last_used_at: Date
    revoked_at: Maybe<Date>
    remote_address: string
    user_agent: string
  }
  drivers: {
    id: Generated<number>
    first_name: string
    last_name: string
    phone: Maybe<string>
    email: Maybe<string>
    avatar_url: Maybe<string>
    created_at: Date
    blocked_at: Maybe<Date>
    block_reason: Maybe<string>
    language: Maybe<'en' | 'de' | 'ru'>
    email_verified_at: Maybe<Date>
    phone_verified_at: Maybe<Date>
    notices: Generated<string[]>
    deleted_at: Maybe<Date>
    discount_percent: Generated<number>
    fleet_id: Maybe<number>
  }
  energy_control: {
    location_id: number
    holder: Maybe<string>
    node: Maybe<string>
    held_until: Maybe<Date>
    state: JsonWithDefault<ColumnTypes['energy_control.state']>
    looked_at: Maybe<Date>
  }
  energy_days: {
    location_id: number
    day: string
    minutes: number
    highest_ma: number
    limit_ma: number
    circuit: string
    phase: number
    overload_ms: number
    unbalance_sum_ma: number
    unbalance_most_ma: number
    safe_ms: number
  }
  energy_limits: {
    id: GeneratedAlways<number>
    location_id: number
    circuit: string
    percent: Maybe<number>
    limit_ma: Maybe<number>
    starts_at: Date
    ends_at: Date
    reason: string
    created_by: Maybe<number>
  }
  energy_needs: {
    order_id: number
    departs_at: Date
    energy_wh: Maybe<number>
    percent: Maybe<number>
    soc: Maybe<number>
    begin_wh: number
    stated_at: Date
  }
  energy_prices: {
    location_id: number
    starts_at: Date
    ends_at: Date
    price: number
  }
  energy_readings: {
    location_id: number
    circuit: string
    others_ma: number[]
    received_at: Date
    surplus_ma: Maybe<number[]>
  }
  energy_reductions: {
    id: GeneratedAlways<number>
    location_id: number
    received_at: Date
    starts_at: Date
    ends_at: Maybe<Date>
    requested_w: Maybe<number>
    guaranteed_w: number
    devices: number
    applied_w: number
    cars_w: number
    source: string
    reason: string
    created_by: Maybe<number>
    before_w: Maybe<number>
    effective_at: Maybe<Date>
    most_w: Maybe<number>
  }
  energy_samples: {
    location_id: number
    at: Date
    limit_ma: number[]
    flow_ma: number[]
    others_ma: number[]
    granted_ma: number[]
    cars: number
    waiting: number
    short_wh: number
    surplus_ma: Maybe<number[]>
  }
  energy_sites: {
    location_id: number
    version: Generated<number>
    enabled: boolean
    body: Json<ColumnTypes['energy_sites.body']>
    key_hash: Maybe<string>
    saved_at: Date
    saved_by: number
  }
  evses: {
    station_id: string
    number: number
    operational: Generated<boolean>
    availability_pending: Generated<boolean>
    availability_answer: Maybe<string>
  }
  export_parts: {
    export_id: number
    position: number
    bytes: Buffer
  }
  exports: {
    id: GeneratedAlways<number>
    manager_id: number
    asked: Json<unknown>
    format: 'xlsx' | 'csv' | 'csv_comma'
    language: string
    created_at: Date
    name: Maybe<string>
    made_at: Maybe<Date>
    token_hash: Maybe<string>
    expires_at: Maybe<Date>
    taken_at: Maybe<Date>
    scheduled: Generated<boolean>
  }
  feedback: {
    id: Generated<number>
    kind: 'review' | 'problem'
    order_id: number
    location_id: number
    driver_id: Maybe<number>
    rating: Maybe<number>
    comment: string
    likes: Generated<number>
    created_at: Date
    answer: Maybe<string>
    answered_at: Maybe<Date>
    answered_by: Maybe<number>
    hidden_at: Maybe<Date>
    hidden_by: Maybe<number>
    hidden_reason: Maybe<string>
    seen_at: Maybe<Date>
    seen_by: Maybe<number>
  }
  files: {
    name: string
    content_type: string
    bytes: Maybe<Buffer>
    created_at: Date
    size: number
  }
  firmware_files: {
    id: Generated<number>
    vendor_name: string
    model: string
    version: string
    file_name: string
    name: string
    size: number
    sha256: string
    created_at: Date
    created_by: number
    deleted_at: Maybe<Date>
  }
  firmware_rollout_stations: {
    rollout_id: number
    position: number
    station_id: string
    state: Generated<'waiting' | 'updating' | 'done' | 'failed' | 'left' | 'canceled'>
    wave: Maybe<number>
    location: Maybe<string>
    version_before: Maybe<string>
    status: Maybe<string>
    code: Maybe<string>
    at: Maybe<Date>
    connection_id: Maybe<string>
  }
  firmware_rollouts: {
    id: Generated<number>
    file_id: Maybe<number>
    versions: MaybeJson<ColumnTypes['firmware_rollouts.versions']>
    reach: number
    total: number
    wave_size: number
    failures_most: number
    failures_excused: Generated<number>
    status: 'scheduled' | 'running' | 'paused' | 'finished' | 'canceled'
    paused_by: Maybe<'person' | 'failures' | 'commander'>
    starts_at: Date
    wait_until: Maybe<Date>
    created_at: Date
    commanded_by: number
    remote_address: Maybe<string>
    finished_at: Maybe<Date>
    paused_at: Maybe<Date>
    move: MaybeJson<unknown>
  }
  fiscal_receipts: {
    id: Generated<number>
    order_id: Maybe<number>
    purpose: Maybe<ColumnTypes['fiscal_receipts.purpose']>
    driver_id: Maybe<number>
    number: number
    kind: 'income' | 'income_return'
    settlement: 'payment' | 'prepayment' | 'offset' | 'advance'
    amount_minor: number
    business_day: string
    till: string
    state: 'waiting' | 'sent' | 'done' | 'refused' | 'stuck'
    round: Generated<number>
    attempts: Generated<number>
    due_at: Maybe<Date>
    refusal: Maybe<string>
    content: MaybeJson<ColumnTypes['fiscal_receipts.content']>
    document_number: Maybe<string>
    drive_number: Maybe<string>
    fiscal_sign: Maybe<string>
    registered_at: Maybe<Date>
    url: Maybe<string>
    created_at: Date
    payment_id: Maybe<number>
    refund_key: Maybe<string>
    till_ref: Maybe<string>
    first_sent_at: Maybe<Date>
  }
  fleet_contracts: {
    id: GeneratedAlways<number>
    fleet_id: number
    valid_from: string
    valid_to: Maybe<string>
    charging: 'public' | 'percent' | 'tariff'
    percent: Generated<number>
    tariff_id: Maybe<number>
    vat: 'domestic' | 'reverse_charge' | 'exempt'
    created_at: Date
    created_by: Maybe<number>
  }
  fleet_invoices: {
    id: GeneratedAlways<number>
    fleet_id: number
    month: string
    year: number
    number: number
    amount_minor: number
    vat_bp: Maybe<number>
    lines: Json<ColumnTypes['fleet_invoices.lines']>
    parties: Json<ColumnTypes['fleet_invoices.parties']>
    issued_at: Date
    issued_by: Maybe<number>
    paid_on: Maybe<string>
    document_number: Maybe<string>
    paid_at: Maybe<Date>
    paid_by: Maybe<number>
    vat_kind: Maybe<'domestic' | 'reverse_charge' | 'exempt'>
  }
  fleets: {
    id: GeneratedAlways<number>
    name: string
    tax_number: Generated<string>
    address: Generated<string>
    email: string
    contract_number: Generated<string>
    language: Generated<ColumnTypes['fleets.language']>
    month_limit_minor: Maybe<number>
    active: Generated<boolean>
    warned_month: Maybe<string>
    created_at: Date
    priority: Maybe<number>
  }
  frames: {
    id: Generated<number>
    at: Date
    station_id: string
    direction: ColumnTypes['frames.direction']
    message_type: number
    message_id: Maybe<string>
    action: Maybe<string>
    frame: string
    order_id: Maybe<number>
    remarks: Maybe<string>
    repeats: Generated<number>
    answer: Maybe<string>
    answered_at: Maybe<Date>
  }
  full_export_parts: {
    export_id: number
    position: number
    note: Json<unknown>
    stored: Json<unknown>
  }
  full_exports: {
    id: GeneratedAlways<number>
    manager_id: number
    with_secrets: Generated<boolean>
    language: string
    created_at: Date
    run: Maybe<string>
    tables_done: Generated<number>
    tables: Generated<number>
    rows: Generated<number>
    size: Generated<number>
    ready_at: Maybe<Date>
    expires_at: Maybe<Date>
  }
  hourly_outcomes: {
    day: string
    connector_id: number
    hour: number
    firmware: string
    location_id: number
    station_id: string
    attempts: number
    failed_authorisation: number
    failed_start: number
    failed_energy: number
    failed_stop: number
    charging_seconds: number
    plugged_seconds: number
  }
  hourly_takings: {
    day: string
    connector_id: number
    hour: number
    location_id: number
    station_id: string
    order_count: number
    energy_wh: number
    amount_minor: number
    cash_minor: number
  }
  id_tokens: {
    token: string
    driver_id: Maybe<number>
    blocked: Generated<boolean>
    created_at: Date
    expires_at: Maybe<Date>
    group_id: Maybe<string>
    payment_method_type: Generated<ColumnTypes['id_tokens.payment_method_type']>
    fleet_id: Maybe<number>
    allowed_until: Maybe<Date>
  }
  idle_fees: {
    order_id: number
    state: 'grace' | 'accruing' | 'closed' | 'captured' | 'debt'
    since: Date
    due_at: Maybe<Date>
    idle_seconds: Generated<number>
    amount_minor: Generated<number>
    terms: Json<ColumnTypes['idle_fees.terms']>
  }
  idle_terms: {
    id: Generated<number>
    location_id: Maybe<number>
    grace_minutes: number
    block_minutes: number
    block_minor: number
    cap_minor: Maybe<number>
    night_from: Maybe<number>
    night_to: Maybe<number>
    valid_from: string
    created_at: Date
    created_by: Maybe<number>
  }
  incident_entries: {
    id: GeneratedAlways<number>
    incident_id: number
    at: Date
    kind: string
    by_kind: 'network' | 'person' | 'rule' | 'repair'
    manager_id: Maybe<number>
    station_id: Maybe<string>
    text: Maybe<string>
    data: JsonWithDefault<ColumnTypes['incident_entries.data']>
  }
  incident_members: {
    incident_id: number
    subject: string
    kind: string
    station_id: Maybe<string>
    location_id: Maybe<number>
    since: Date
    until: Maybe<Date>
    word: Maybe<string>
    connector: Maybe<number>
    order_id: Maybe<number>
    times: Generated<number>
    usual_minor: Generated<number>
    usual_sessions: Generated<number>
    own_minor: Generated<number>
    own_sessions: Generated<number>
  }
  incidents: {
    id: GeneratedAlways<number>
    kind: 'silence' | 'fault' | 'sessions' | 'handshakes' | 'payments' | 'receipts' | 'books' | 'energy' | 'firmware' | 'certificates'
    dedupe_key: string
    state: Generated<'open' | 'acknowledged' | 'closed'>
    severity: 'info' | 'minor' | 'major' | 'critical'
    cause: string
    cause_value: Maybe<string>
    evidence: Json<ColumnTypes['incidents.evidence']>
    location_id: Maybe<number>
    opened_at: Date
    noticed_at: Date
    acknowledged_at: Maybe<Date>
    acknowledged_by: Maybe<number>
    assignee_id: Maybe<number>
    closed_at: Maybe<Date>
    closed_by: Maybe<number>
    calm_since: Maybe<Date>
    reopened: Generated<number>
    duplicates: Generated<number>
    merged_into: Maybe<number>
    stations: Generated<number>
    stations_now: Generated<number>
    sessions: Generated<number>
    lost_minor: Generated<number>
    version: Generated<number>
    changed_at: Date
  }
  job_claims: {
    node: string
    name: string
    job_id: string
  }
  job_clock: {
    one: Generated<boolean>
    at: Date
  }
  known_devices: {
    id: Generated<number>
    manager_id: number
    token_hash: string
    created_at: Date
    last_used_at: Date
  }
  ledger_checks: {
    id: GeneratedAlways<number>
    checked_at: Date
    differences: Json<ColumnTypes['ledger_checks.differences']>
  }
  ledger_entries: {
    id: number
    cause: string
    kind: 'closed' | 'taken' | 'corrected' | 'booked' | 'refunded' | 'charged_back' | 'recalculated' | 'top_up' | 'cashback_earned' | 'cashback_credited' | 'paid_out' | 'subscribed'
    at: Date
    business_day: string
    order_id: Maybe<number>
    location_id: Maybe<number>
    owner_id: Maybe<number>
    method_type: Maybe<string>
    provider: Generated<string>
    market_shop_id: Generated<string>
    order_count: Generated<number>
    energy_wh: Generated<number>
  }
  ledger_transfers: {
    entry_id: number
    leg: number
    kind: 'sale' | 'refund' | 'chargeback' | 'agent_fee' | 'bank_commission' | 'kept' | 'top_up' | 'cashback' | 'payout' | 'subscription'
    debit: string
    credit: string
    amount_minor: number
  }
  legal_details: {
    id: Generated<number>
    name: string
    inn: Maybe<string>
    address: string
    vat_bp: Maybe<number>
    valid_from: string
    created_at: Date
    created_by: Maybe<number>
    tax_system: Generated<'osn' | 'usn_income' | 'usn_income_outcome' | 'esn' | 'patent'>
  }
  local_list_looks: {
    id: Generated<boolean>
    looked_at: Date
  }
  location_managers: {
    location_id: number
    manager_id: number
  }
  location_photos: {
    id: Generated<number>
    location_id: number
    position: number
    caption: string
    sizes: Json<ColumnTypes['location_photos.sizes']>
    created_at: Date
    created_by: Maybe<number>
  }
  location_ratings: {
    location_id: number
    stars: number
    reviews: number
  }
  location_requests: {
    manager_id: number
    name: string
    city: string
    asked_at: Date
  }
  location_services: {
    id: GeneratedAlways<number>
    location_id: number
    type_id: number
    price_minor: number
    created_at: Date
    agreed_minor: Maybe<number>
  }
  locations: {
    id: Generated<number>
    name: string
    country: string
    city: string
    street: string
    postal_code: string
    lat: Maybe<number>
    lng: Maybe<number>
    time_zone: string
    owner_id: Maybe<number>
    cashback_percent: Generated<number>
    free_parking: Generated<boolean>
    created_at: Date
    deleted_at: Maybe<Date>
    version: Generated<number>
    opening_hours: MaybeJson<ColumnTypes['locations.opening_hours']>
    height_limit_cm: Maybe<number>
    features: Generated<string[]>
    listed: Generated<boolean>
    silence_minutes: Maybe<number>
    self_added: Generated<boolean>
    service_price_most: Generated<number>
    local_lists: Generated<boolean>
    silent_partner: Generated<'whitelist' | 'last_answer' | 'refuse'>
  }
  maintenances: {
    id: GeneratedAlways<number>
    station_id: string
    starts_at: Date
    ends_at: Date
    note: string
    takes_out: boolean
    taken_out: JsonWithDefault<ColumnTypes['maintenances.taken_out']>
    state: 'planned' | 'running' | 'over' | 'withdrawn'
    created_by: number
    created_at: Date
  }
  managers: {
    id: Generated<number>
    email: string
    password_hash: Maybe<string>
    role: 'administrator' | 'manager' | 'operator' | 'accounter' | 'app-developer'
    first_name: string
    last_name: string
    phone: Maybe<string>
    avatar_url: Maybe<string>
    owner_id: Maybe<number>
    blocked_at: Maybe<Date>
    created_at: Date
    language: Generated<'en' | 'de' | 'ru'>
    email_verified_at: Maybe<Date>
    subscriber: Generated<boolean>
    new_email: Maybe<string>
    silence_mails: Generated<boolean>
    admitted_at: Maybe<Date>
    admitted_by: Maybe<number>
    external_since: Maybe<Date>
    shut_out_at: Maybe<Date>
  }
  meter_keys: {
    id: GeneratedAlways<number>
    station_id: string
    connector: Maybe<number>
    public_key: string
    fingerprint: string
    source: 'staff' | 'settings' | 'vendor' | 'message'
    reported_at: Date
    confirmed_at: Maybe<Date>
    confirmed_by: Maybe<number>
    retired_at: Maybe<Date>
  }
  meter_samples: {
    order_id: number
    at: Date
    context: string
    received_at: Date
    register_wh: Maybe<number>
    energy_wh: Maybe<number>
    power_w: Maybe<number>
    soc: Maybe<number>
    current_a: Maybe<number>
    voltage_v: Maybe<number>
    refused: Maybe<string>
    interval_wh: Maybe<number>
    sequence: Maybe<number>
  }
  migrations: {
    number: number
    name: string
    hash: string
    applied_at: Date
    works_from: Maybe<string>
  }
  monthly_report_mails: {
    owner_id: number
    month: string
    asked_at: Date
    sent_at: Maybe<Date>
  }
  monthly_report_wishes: {
    owner_id: number
    language: string
    wanted_since: Date
  }
  network_zone: {
    single: Generated<boolean>
    time_zone: string
  }
  nodes: {
    id: string
    run: string
    version: string
    started_at: Generated<Date>
    beat_at: Generated<Date>
    state: 'up' | 'draining' | 'dead'
    report: JsonWithDefault<unknown>
  }
  one_time_tokens: {
    id: Generated<number>
    manager_id: number
    purpose: 'password' | 'email' | 'invitation' | 'new_email' | 'keep_email'
    token_hash: string
    email: string
    created_at: Date
    expires_at: Date
    used_at: Maybe<Date>
  }
  order_logs: {
    id: Generated<number>
    order_id: number
    at: Date
    kind: 'ocpp' | 'payment' | 'order' | 'api' | 'logs'
    event: string
    fields: MaybeJson<ColumnTypes['order_logs.fields']>
  }
  orders: {
    id: Generated<number>
    status: 'wait_payment' | 'active' | 'countdown' | 'starting' | 'started' | 'completed' | 'canceled' | 'expired'
    source: 'operator' | 'app' | 'rfid' | 'orphan' | 'takeover'
    location_id: number
    station_id: string
    connector_id: number
    driver_id: Maybe<number>
    manager_id: Maybe<number>
    rfid: Maybe<string>
    created_at: Date
    reservation_start: Maybe<Date>
    reservation_finish: Maybe<Date>
    charging_start: Maybe<Date>
    charging_finish: Maybe<Date>
    countdown_finish: Maybe<Date>
    ev_charging_start: Maybe<Date>
    ev_disconnected_at: Maybe<Date>
    ev_connected: Generated<boolean>
    due_at: Maybe<Date>
    transaction_id: Maybe<string>
    start_key: Maybe<string>
    replayed: Generated<boolean>
    transaction_start: Maybe<Date>
    transaction_finish: Maybe<Date>
    last_sequence: Maybe<number>
    meter_start: Maybe<number>
    meter_stop: Maybe<number>
    meter_start_offset: Maybe<number>
    stop_reason: Maybe<string>
    energy_wh: Generated<number>
    power_w: Maybe<number>
    soc_start: Maybe<number>
    soc: Maybe<number>
    current_a: Maybe<number>
    voltage_v: Maybe<number>
    last_sample_at: Maybe<Date>
    last_heard_at: Maybe<Date>
    start_tx_status: Maybe<string>
    start_tx_status_at: Maybe<Date>
    stop_tx_status: Maybe<string>
    stop_tx_status_at: Maybe<Date>
    stop_tx_retry_count: Generated<number>
    limit_amount_minor: Maybe<number>
    limit_wh: Maybe<number>
    limit_seconds: Maybe<number>
    limit_percents: Maybe<number>
    tariff_version_id: Maybe<number>
    discount_percent: Generated<number>
    charging_price_minor: Maybe<number>
    reservation_price_minor: Maybe<number>
    segments: MaybeJson<unknown>
    billable: Generated<boolean>
    payment_method_type: Maybe<ColumnTypes['orders.payment_method_type']>
    needs_review: Generated<boolean>
    warning: Maybe<ColumnTypes['orders.warning']>
    business_day: Maybe<string>
    told_begin: Maybe<number>
    told_end: Maybe<number>
    start_told: Generated<boolean>
    end_told: Generated<boolean>
    decided: Generated<boolean>
    name_reused: Generated<boolean>
    claim_sequence: Maybe<number>
    awaits_card: Generated<boolean>
    first_heard_at: Maybe<Date>
    time_doubtful: Generated<boolean>
    lost_evidence: Maybe<'transaction_unknown' | 'connector_free' | 'stop_refused' | 'booted' | 'operator'>
    lost_evidence_at: Maybe<Date>
    start_window_seconds: Maybe<number>
    hold_minor: Maybe<number>
    pay_until: Maybe<Date>
    reservation_seconds: Maybe<number>
    reservation_fee_minor: Maybe<number>
    reservation_free_seconds: Maybe<number>
    reservation_id: Maybe<number>
    reserve_status: Maybe<string>
    outcome: Maybe<'charged' | 'authorisation' | 'start' | 'energy' | 'stop' | 'given_up'>
    firmware: Maybe<string>
    marked_wh: Maybe<number>
    energy_flowed: Generated<boolean>
    borne_minor: Generated<number>
    borne_noted_minor: Generated<number>
    card_free: Generated<boolean>
    tag_group: Maybe<string>
    fleet_id: Maybe<number>
    fleet_contract_id: Maybe<number>
    price_percent: Generated<number>
    usual_version_id: Maybe<number>
    priority_since: Maybe<Date>
    priority_manager_id: Maybe<number>
  }
  partner_messages: {
    id: GeneratedAlways<number>
    partner_id: number
    at: Date
    direction: 'in' | 'out'
    version: Maybe<string>
    module: string
    method: string
    path: string
    http_status: Maybe<number>
    ocpi_status: Maybe<number>
    fault: Maybe<ColumnTypes['partner_messages.fault']>
    duration_ms: number
    request_id: Maybe<string>
    correlation_id: Maybe<string>
    request_body: Maybe<string>
    answer_body: Maybe<string>
  }
  pay_links: {
    token_hash: string
    order_id: number
    created_by: Maybe<number>
    created_at: Date
    driver_id: Maybe<number>
    for_debt: Generated<boolean>
  }
  payment_accounts: {
    id: GeneratedAlways<number>
    manager_id: number
    provider: string
    vendor_ref: string
    name: string
    tax_id: string
    country: 'DE' | 'RU'
    city: string
    zip: string
    address: string
    bank_name: Maybe<string>
    bank_currency: Maybe<string>
    saved_at: Date
  }
  payment_comparisons: {
    provider: string
    day: string
    compared_at: Date
    payments: number
    theirs_minor: number
    ours_minor: number
    booked_minor: number
    unsettled_minor: number
  }
  payment_differences: {
    id: Generated<number>
    provider: string
    day: string
    payment_id: Maybe<number>
    payment_ref: Maybe<string>
    kind: 'unknown_to_us' | 'unknown_to_provider' | 'differs' | 'contradicted' | 'stuck' | 'not_booked' | 'fee'
    ours: MaybeJson<ColumnTypes['payment_differences.ours']>
    theirs: MaybeJson<ColumnTypes['payment_differences.theirs']>
    found_at: Date
    resolved_at: Maybe<Date>
    explanation: Maybe<string>
    explained_at: Maybe<Date>
    explained_by: Maybe<number>
  }
  payment_methods: {
    id: GeneratedAlways<number>
    manager_id: number
    provider: string
    method_ref: string
    brand: Maybe<string>
    last4: Maybe<string>
    saved_at: Date
  }
  payment_notices: {
    provider: string
    notice_id: string
    received_at: Date
  }
  payment_operations: {
    key: string
    payment_id: number
    kind: 'authorize' | 'capture' | 'cancel' | 'refund'
    number: number
    amount_minor: number
    state: 'waiting' | 'sent' | 'done' | 'refused' | 'stuck'
    reason: Maybe<string>
    refusal: Maybe<string>
    attempts: Generated<number>
    asked_at: Date
    first_sent_at: Maybe<Date>
    due_at: Maybe<Date>
    position: GeneratedAlways<number>
    refund_id: Maybe<number>
    refund_ref: Maybe<string>
  }
  payments: {
    id: Generated<number>
    order_id: number
    purpose: ColumnTypes['payments.purpose']
    method_type: ColumnTypes['payments.method_type']
    provider: Generated<string>
    status: 'created' | 'captured' | 'canceled'
    held_minor: Generated<number>
    captured_minor: Generated<number>
    refunded_minor: Generated<number>
    location_id: number
    energy_wh: Generated<number>
    business_day: string
    created_at: Date
    updated_at: Date
    market_shop_id: Generated<string>
    document_number: Maybe<string>
    owner_id: Maybe<number>
    driver_id: Maybe<number>
    bank_commission_minor: Generated<number>
    agent_fee_minor: Generated<number>
    charged_back_minor: Generated<number>
    debt_minor: Generated<number>
    told_fee_minor: Maybe<number>
    fleet_id: Maybe<number>
  }
  payout_details: {
    owner_id: number
    holder: string
    bank_name: string
    account_number: string
    bic: string
    entered_at: Date
    entered_by: number
  }
  plan_invoices: {
    id: GeneratedAlways<number>
    subscription_id: number
    kind: 'start' | 'change' | 'renewal'
    state: 'open' | 'paid' | 'void'
    frequency: 'monthly' | 'annually'
    quantity: number
    period_start: Date
    period_end: Date
    stations: Maybe<string[]>
    price_minor: number
    credit_minor: number
    attempt: Generated<number>
    provider: Maybe<string>
    market_shop_id: Maybe<string>
    method_ref: Maybe<string>
    sent_at: Maybe<Date>
    due_at: Maybe<Date>
    payment_ref: Maybe<string>
    decline_code: Maybe<string>
    year: Maybe<number>
    number: Maybe<number>
    seller: MaybeJson<unknown>
    buyer: MaybeJson<unknown>
    created_at: Date
    paid_at: Maybe<Date>
    freed: Generated<string[]>
  }
  plug_and_charge_roots: {
    id: GeneratedAlways<number>
    kind: 'v2g' | 'mo' | 'oem'
    fingerprint: string
    subject: string
    not_before: Date
    not_after: Date
    pem: string
    added_at: Date
    added_by: number
  }
  price_changes: {
    id: Generated<number>
    location_id: number
    connector_type: Maybe<string>
    current: Maybe<string>
    power_w: Maybe<number>
    elements: Json<ColumnTypes['price_changes.elements']>
    valid_from: Date
    created_by: Maybe<number>
    created_at: Date
    canceled_at: Maybe<Date>
    canceled_by: Maybe<number>
    idle: MaybeJson<ColumnTypes['price_changes.idle']>
    min_price_minor: Maybe<number>
    max_price_minor: Maybe<number>
    station_id: Maybe<string>
  }
  provider_payments: {
    id: Generated<number>
    order_id: Maybe<number>
    purpose: ColumnTypes['provider_payments.purpose']
    provider: string
    method: 'card' | 'sbp'
    state: 'created' | 'pending' | 'action' | 'held' | 'captured' | 'canceled' | 'failed'
    amount_minor: number
    held_minor: Generated<number>
    captured_minor: Generated<number>
    canceled_minor: Generated<number>
    refunded_minor: Generated<number>
    fee_minor: Maybe<number>
    payment_ref: Maybe<string>
    method_ref: Maybe<string>
    card_brand: Maybe<string>
    card_last4: Maybe<string>
    action: MaybeJson<ColumnTypes['provider_payments.action']>
    decline_code: Maybe<string>
    hold_expires_at: Maybe<Date>
    contradicted: Generated<boolean>
    description: string
    return_url: string
    paid_with: MaybeJson<ColumnTypes['provider_payments.paid_with']>
    created_at: Date
    updated_at: Date
    read_at: Maybe<Date>
    market_shop_id: Generated<string>
    keeps_card: Generated<boolean>
    once: Generated<boolean>
    driver_id: Maybe<number>
    driver_key: Maybe<string>
  }
  push_notices: {
    order_id: number
    kind: string
    created_at: Date
  }
  push_subscriptions: {
    id: GeneratedAlways<number>
    endpoint: string
    public_key: string
    auth_secret: string
    language: string
    order_id: Maybe<number>
    driver_id: Maybe<number>
    created_at: Date
    user_agent: Generated<string>
  }
  receipt_contacts: {
    order_id: number
    email: string
    language: 'en' | 'de' | 'ru'
  }
  recovery_codes: {
    manager_id: number
    code_hash: string
    used_at: Maybe<Date>
  }
  refresh_tokens: {
    id: Generated<number>
    manager_id: number
    token_hash: string
    created_at: Date
    expires_at: Date
    replaced_at: Maybe<Date>
    session_id: number
  }
  refund_run_payments: {
    run_id: number
    position: number
    order_id: number
    purpose: string
    amount_minor: number
    result: Generated<'waiting' | 'given' | 'failed' | 'canceled'>
    code: Maybe<string>
    at: Maybe<Date>
  }
  refund_runs: {
    id: GeneratedAlways<number>
    reason: string
    created_by: number
    remote_address: string
    created_at: Date
    canceled_at: Maybe<Date>
    finished_at: Maybe<Date>
  }
  refunds: {
    id: Generated<number>
    order_id: number
    kind: 'refund' | 'chargeback'
    amount_minor: number
    reason: string
    state: 'pending' | 'done' | 'failed'
    created_at: Date
    created_by: Maybe<number>
    settled_at: Maybe<Date>
    refusal: Maybe<string>
    purpose: ColumnTypes['refunds.purpose']
    run_id: Maybe<number>
  }
  refused_handshakes: {
    station_id: string
    reason: ColumnTypes['refused_handshakes.reason']
    remote_address: Generated<string>
    attempts: number
    first_at: Date
    last_at: Date
  }
  register_gaps: {
    order_id: number
    before_id: number
    station_id: string
    connector_id: number
    location_id: number
    energy_wh: number
    from_at: Date
    to_at: Date
    from_wh: number
    to_wh: number
    found_at: Date
    dismissed_at: Maybe<Date>
    dismissed_by: Maybe<number>
    note: Maybe<string>
  }
  removed_files: {
    name: string
    due_at: Date
  }
  repair_attempts: {
    id: GeneratedAlways<number>
    rule_id: number
    incident_id: number
    kind: ColumnTypes['repair_attempts.kind']
    subject: string
    station_id: string
    location_id: Maybe<number>
    repair: string
    state: 'would' | 'refused' | 'running' | 'done' | 'failed' | 'unknown'
    reason: Maybe<string>
    at: Date
    ended_at: Maybe<Date>
    check_at: Maybe<Date>
    helped: Maybe<boolean>
  }
  repair_counts: {
    subject: string
    day: string
    begun: number
  }
  repair_rules: {
    id: GeneratedAlways<number>
    owner_id: Maybe<number>
    name: string
    repair: 'reset' | 'unlock' | 'clear_limits' | 'trigger_status' | 'retry_firmware' | 'end_phantom'
    mode: 'off' | 'dry_run' | 'on'
    kinds: JsonWithDefault<ColumnTypes['repair_rules.kinds']>
    location_ids: JsonWithDefault<ColumnTypes['repair_rules.location_ids']>
    after_minutes: number
    helped_minutes: number
    station_most: number
    changed_by: number
    changed_at: Date
    removed_at: Maybe<Date>
  }
  repair_switch: {
    only_row: Generated<boolean>
    stopped_at: Maybe<Date>
    stopped_by: Maybe<number>
    network_most: Generated<number>
  }
  repair_turns: {
    rule_id: number
    incident_id: number
    station_id: string
    due_at: Date
  }
  report_schedules: {
    id: GeneratedAlways<number>
    manager_id: number
    mode: string
    locations: Maybe<string>
    every: 'day' | 'week' | 'month'
    format: 'xlsx' | 'csv' | 'csv_comma'
    language: string
    paused: boolean
    created_at: Date
    next_on: string
  }
  roaming_cdrs: {
    id: string
    order_id: number
    partner_id: number
    nth: number
    body: Json<unknown>
    total_minor: number
    energy_wh: number
    credits: Maybe<string>
    created_at: Date
    taken_at: Maybe<Date>
    location: Maybe<string>
  }
  roaming_clients: {
    partner_id: number
    country_code: string
    party_id: string
    role: string
    status: 'CONNECTED' | 'OFFLINE' | 'PLANNED' | 'SUSPENDED'
    last_updated: Date
    heard_at: Date
    away_since: Maybe<Date>
  }
  roaming_commands: {
    id: GeneratedAlways<number>
    partner_id: number
    type: string
    response_url: string
    order_id: Maybe<number>
    reservation_id: Maybe<string>
    station_id: Maybe<string>
    station_reservation_id: Maybe<number>
    authorization_reference: Maybe<string>
    result: Maybe<string>
    created_at: Date
  }
  roaming_contracts: {
    partner_id: number
    fleet_id: number
    tokens_read_at: Maybe<Date>
    ledger_seen: Generated<number>
  }
  roaming_held: {
    location_id: number
    tariff_id: number
  }
  roaming_locations: {
    location_id: number
    published_at: Date
  }
  roaming_look: {
    single: Generated<boolean>
    looked_at: Date
  }
  roaming_marks: {
    id: GeneratedAlways<number>
    kind: 'location' | 'tariff' | 'all'
    object_id: Maybe<number>
  }
  roaming_objects: {
    id: GeneratedAlways<number>
    version: string
    module: 'locations' | 'tariffs'
    object_id: string
    body: Json<ColumnTypes['roaming_objects.body']>
    last_updated: Date
    removed_at: Maybe<Date>
    whole_at: Maybe<Date>
  }
  roaming_partner_tariffs: {
    id: GeneratedAlways<number>
    partner_id: number
    version: string
    object_id: string
    body: Json<ColumnTypes['roaming_partner_tariffs.body']>
    last_updated: Date
    removed_at: Maybe<Date>
  }
  roaming_partners: {
    id: GeneratedAlways<number>
    name: string
    state: 'invited' | 'connected' | 'suspended' | 'withdrawn'
    invited_by: 'us' | 'them'
    version: Maybe<string>
    roles: JsonWithDefault<ColumnTypes['roaming_partners.roles']>
    hub_party_id: Maybe<string>
    versions_url: Maybe<string>
    endpoints: JsonWithDefault<ColumnTypes['roaming_partners.endpoints']>
    token_hash: Maybe<string>
    offered_hash: Maybe<string>
    invited_until: Maybe<Date>
    sends_encoded: Maybe<'base64' | 'plain'>
    partner_token: Maybe<string>
    wants_encoded: Maybe<'base64' | 'plain'>
    last_heard_at: Maybe<Date>
    last_answered_at: Maybe<Date>
    created_at: Date
    connected_at: Maybe<Date>
    clients_read_at: Maybe<Date>
    is_hub: Generated<boolean>
  }
  roaming_party: {
    single: Generated<boolean>
    country_code: string
    party_id: string
    name: string
    website: Maybe<string>
    green_energy: Maybe<boolean>
    energy_supplier: Maybe<string>
    energy_product: Maybe<string>
  }
  roaming_profile_requests: {
    id: GeneratedAlways<number>
    partner_id: number
    order_id: number
    station_id: string
    method: string
    response_url: string
    result: Maybe<string>
    unsupported: Generated<boolean>
    created_at: Date
  }
  roaming_profiles: {
    order_id: number
    partner_id: number
    profile_number: number
    body: Json<unknown>
    sent: Json<unknown>
    set_at: Date
  }
  roaming_sent: {
    partner_id: number
    object_id: string
    version: string
    connection: string
    last_updated: Date
    whole_only: boolean
  }
  roaming_sessions: {
    order_id: number
    partner_id: number
    token: Json<unknown>
    place: Json<unknown>
    auth_method: string
    authorization_reference: Maybe<string>
    body: Json<unknown>
    last_updated: Date
    ended: Generated<boolean>
  }
  roaming_settlements: {
    id: GeneratedAlways<number>
    partner_id: number
    month: string
    lines: Json<ColumnTypes['roaming_settlements.lines']>
    uploaded_at: Date
    uploaded_by: Maybe<number>
    agreed_at: Maybe<Date>
    agreed_by: Maybe<number>
    note: Generated<string>
    listed: Generated<number>
    listed_gross_minor: Maybe<number>
    differing: Generated<number>
    difference_minor: Generated<number>
    compared_at: Maybe<Date>
  }
  roaming_strangers: {
    token: string
    until: Date
  }
  roaming_tariffs: {
    tariff_id: number
    published_at: Date
  }
  roaming_tokens: {
    partner_id: number
    country_code: string
    party_id: string
    uid: string
    type: string
    contract_id: string
    visual_number: Maybe<string>
    issuer: string
    group_id: Maybe<string>
    valid: boolean
    whitelist: string
    language: Maybe<string>
    default_profile_type: Maybe<string>
    energy_contract: MaybeJson<unknown>
    last_updated: Date
    token: string
    allowed: Maybe<string>
    authorization_reference: Maybe<string>
    answered_at: Maybe<Date>
  }
  saved_cards: {
    driver_id: number
    provider: string
    method_ref: string
    brand: Maybe<string>
    last4: Maybe<string>
    saved_at: Date
  }
  saved_views: {
    id: GeneratedAlways<number>
    manager_id: number
    name: string
    choice: Json<ColumnTypes['saved_views.choice']>
    order_by: Maybe<string>
    columns: Maybe<string[]>
    shared: boolean
    opens: boolean
    created_at: Date
  }
  second_factors: {
    manager_id: number
    secret_sealed: string
    created_at: Date
    confirmed_at: Maybe<Date>
    last_step: Generated<number>
  }
  secret_fingerprint: {
    single: Generated<boolean>
    fingerprint: string
    noted_at: Date
  }
  sent_commands: {
    id: Generated<number>
    node: string
    station_id: string
    name: string
    order_id: Maybe<number>
    connector_id: Maybe<number>
    manager_id: Maybe<number>
    sent_at: Date
    unanswered_at: Maybe<Date>
  }
  service_types: {
    id: GeneratedAlways<number>
    names: Json<ColumnTypes['service_types.names']>
    descriptions: Json<ColumnTypes['service_types.descriptions']>
    icon: ColumnTypes['service_types.icon']
    created_at: Date
  }
  sessions: {
    id: Generated<number>
    manager_id: number
    created_at: Date
    last_used_at: Date
    remote_address: string
    user_agent: string
    revoked_at: Maybe<Date>
    password_at: Date
    device_id: Maybe<number>
    ends_at: Maybe<Date>
    check_due_at: Maybe<Date>
    second_factor_elsewhere: Generated<boolean>
  }
  signed_values: {
    order_id: number
    at: Date
    context: string
    received_at: Date
    sequence: Maybe<number>
    data: string
    encoding_method: Maybe<string>
    signing_method: Maybe<string>
    public_key: Maybe<string>
  }
  sold_services: {
    id: GeneratedAlways<number>
    order_id: number
    type_id: number
    names: Json<ColumnTypes['sold_services.names']>
    icon: ColumnTypes['sold_services.icon']
    price_minor: number
    state: 'asked' | 'sold' | 'void'
    due_at: Maybe<Date>
    refusal: Maybe<string>
    sold_by: Maybe<number>
    wish: Maybe<string>
    created_at: Date
  }
  sso_attempts: {
    state_hash: string
    browser_hash: string
    purpose: 'log_in' | 'link' | 'try' | 'code'
    manager_id: Maybe<number>
    sealed: string
    expires_at: Date
  }
  sso_identities: {
    issuer: string
    subject: string
    manager_id: number
    linked_at: Date
    last_log_in_at: Maybe<Date>
  }
  sso_logout_tokens: {
    issuer: string
    jti: string
    expires_at: Date
  }
  sso_sessions: {
    session_id: number
    manager_id: number
    issuer: string
    subject: string
    provider_session: Maybe<string>
    id_token_sealed: string
    refresh_token_sealed: Maybe<string>
  }
  sso_settings: {
    id: Generated<number>
    enabled: Generated<boolean>
    issuer: string
    client_id: string
    secret_sealed: Maybe<string>
    label: string
    scopes: string
    groups_claim: string
    rules: Json<ColumnTypes['sso_settings.rules']>
    accounts: 'invited' | 'first_log_in'
    email_domains: string[]
    verified_email_only: boolean
    trusted_methods: string[]
    session_hours: number
    check_minutes: number
    password_log_in: Generated<boolean>
    emergency_manager_id: Maybe<number>
    tried_at: Maybe<Date>
    changed_at: Date
  }
  staff_devices: {
    id: GeneratedAlways<number>
    manager_id: number
    endpoint: string
    public_key: string
    auth_secret: string
    user_agent: string
    created_at: Date
  }
  statement_payments: {
    id: GeneratedAlways<number>
    statement_id: number
    amount_minor: number
    paid_on: string
    document_number: string
    created_at: Date
    created_by: Maybe<number>
    undone_at: Maybe<Date>
    undone_by: Maybe<number>
    undo_reason: Maybe<string>
  }
  statements: {
    id: GeneratedAlways<number>
    owner_id: number
    month: string
    year: number
    number: number
    through_entry_id: number
    issued_at: Date
    issued_by: Maybe<number>
    parties: Json<unknown>
    lines: Json<unknown>
    session_count: number
    energy_wh: number
    opening_minor: number
    amount_minor: number
    bank_commission_minor: number
    agent_fee_minor: number
    compensation_minor: number
    paid_minor: number
    due_minor: GeneratedAlways<number>
    closing_minor: GeneratedAlways<number>
  }
  station_certificates: {
    id: Generated<number>
    station_id: string
    serial: string
    issued_at: Date
    not_after: Date
    status: Maybe<string>
    for_cars: Generated<boolean>
    iso15118_20: Generated<boolean>
  }
  station_configurations: {
    station_id: string
    request_id: Maybe<number>
    asked_at: Date
    fetched_at: Maybe<Date>
    incoming: JsonWithDefault<ColumnTypes['station_configurations.incoming']>
    settings: JsonWithDefault<ColumnTypes['station_configurations.settings']>
    abilities: GeneratedAlways<unknown>
    plugs_and_charges: GeneratedAlways<boolean>
  }
  station_events: {
    id: Generated<number>
    at: Date
    station_id: string
    kind: 'connected' | 'disconnected' | 'unwatched' | 'watched' | 'booted' | 'status' | 'security' | 'operation' | 'action' | 'firmware' | 'maintenance' | 'monetization' | 'unanswered' | 'energy'
    lane: GeneratedAlways<string>
    connector: Generated<number>
    word: Maybe<string>
    before: Maybe<string>
    data: MaybeJson<ColumnTypes['station_events.data']>
  }
  station_firmware_updates: {
    id: Generated<number>
    station_id: string
    location: string
    asked_by: Maybe<number>
    asked_at: Date
    version_before: Maybe<string>
    steps: JsonWithDefault<ColumnTypes['station_firmware_updates.steps']>
  }
  station_limits: {
    station_id: string
    profile_id: number
    evse: Maybe<number>
    unit: 'A' | 'W'
    amount: number
    set_at: Date
    until: Maybe<Date>
    purpose: Generated<'station' | 'default' | 'transaction'>
    stack_level: Generated<number>
    valid_from: Maybe<Date>
    transaction_id: Maybe<string>
    varies: Generated<boolean>
    connector: Maybe<number>
  }
  station_list_states: {
    station_id: string
    state: ColumnTypes['station_list_states.state']
    answer: Maybe<string>
    left_out: Generated<number>
    mark: Maybe<string>
    tried_at: Maybe<Date>
    synced_at: Maybe<Date>
    failures: Generated<number>
    due_at: Maybe<Date>
  }
  station_local_lists: {
    station_id: string
    version: number
    entries: Json<ColumnTypes['station_local_lists.entries']>
    sent_at: Date
  }
  station_models: {
    id: Generated<number>
    vendor_name: string
    model: string
    image: Maybe<string>
    evses: Json<ColumnTypes['station_models.evses']>
    created_by: Maybe<number>
    created_at: Date
  }
  station_outside_limits: {
    station_id: string
    evse: number
    source: 'EMS' | 'SO' | 'CSO' | 'Other'
    report: Maybe<number>
    body: Json<unknown>
    reported_at: Date
  }
  station_presence: {
    station_id: string
    node: Maybe<string>
    connection_id: Maybe<string>
    protocol: Maybe<string>
    connected_at: Maybe<Date>
    disconnected_at: Maybe<Date>
    last_seen_at: Maybe<Date>
    released_at: Maybe<Date>
    epoch: Generated<number>
    remote_address: Maybe<string>
    host: Maybe<string>
  }
  station_readings: {
    station_id: string
    kind: 'texts' | 'report' | 'monitors'
    asked_at: Date
    question: Json<ColumnTypes['station_readings.question']>
    request_id: Maybe<number>
    incoming: JsonWithDefault<ColumnTypes['station_readings.incoming']>
    fetched_at: Maybe<Date>
    answered: MaybeJson<ColumnTypes['station_readings.answered']>
    items: JsonWithDefault<ColumnTypes['station_readings.items']>
    earlier: JsonWithDefault<ColumnTypes['station_readings.earlier']>
    earlier_at: Maybe<Date>
    own: JsonWithDefault<ColumnTypes['station_readings.own']>
  }
  station_reservations: {
    id: Generated<number>
    station_id: string
    evse: number
    token: string
    until: Date
    ended_at: Maybe<Date>
    made_at: Maybe<Date>
    connector: Maybe<number>
  }
  station_roots: {
    station_id: string
    held: Generated<string[]>
    looked_at: Maybe<Date>
  }
  station_sessions: {
    station_id: string
    last_session_at: Date
  }
  station_settlements: {
    id: GeneratedAlways<number>
    station_id: string
    psp_ref: string
    transaction_id: Maybe<string>
    status: 'settled' | 'canceled' | 'rejected' | 'failed'
    amount_minor: number
    settled_at: Date
    received_at: Date
    info: Maybe<string>
    receipt_id: Maybe<string>
    receipt_url: Maybe<string>
    vat_number: Maybe<string>
    vat_company: Maybe<string>
    order_id: Maybe<number>
    booked: Generated<boolean>
    contradicted: Generated<boolean>
    noted_at: Maybe<Date>
    noted_by: Maybe<number>
  }
  station_silences: {
    station_id: string
    told_at: Date
    ended_at: Maybe<Date>
  }
  station_streams: {
    station_id: string
    stream_id: number
    monitor_id: number
    interval_seconds: Maybe<number>
    values_most: Maybe<number>
    opened_at: Date
    value: Maybe<string>
    value_at: Maybe<Date>
    heard_at: Maybe<Date>
    received: Generated<number>
  }
  station_tariff_looks: {
    id: Generated<boolean>
    looked_at: Date
  }
  station_tariffs: {
    station_id: string
    state: ColumnTypes['station_tariffs.state']
    answer: Maybe<string>
    evses: JsonWithDefault<ColumnTypes['station_tariffs.evses']>
    mark: Maybe<string>
    tried_at: Maybe<Date>
    synced_at: Maybe<Date>
    failures: Generated<number>
    due_at: Maybe<Date>
  }
  station_uploads: {
    id: Generated<number>
    station_id: string
    kind: 'diagnostics' | 'security'
    secret_hash: Maybe<string>
    asked_by: Maybe<number>
    asked_at: Date
    expires_at: Date
    status: Maybe<string>
    status_at: Maybe<Date>
    file_name: Maybe<string>
    received_at: Maybe<Date>
    bytes: Maybe<Buffer>
  }
  stations: {
    id: string
    number: number
    location_id: number
    vendor_name: string
    model: string
    image: Maybe<string>
    password_hash: Maybe<string>
    serial_number: Maybe<string>
    iccid: Maybe<string>
    imsi: Maybe<string>
    protocol: Maybe<string>
    firmware_version: Maybe<string>
    boot_reason: Maybe<string>
    booted_at: Maybe<Date>
    configured_at: Maybe<Date>
    monetized: boolean
    reservations_supported: Generated<boolean>
    parking_car: Generated<boolean>
    parking_bike: Generated<boolean>
    data_transfer: JsonWithDefault<ColumnTypes['stations.data_transfer']>
    created_at: Date
    deleted_at: Maybe<Date>
    version: Generated<number>
    list_order: Generated<string>
    search_text: Generated<string>
    status: Generated<ColumnTypes['stations.status']>
    descriptions: JsonWithDefault<ColumnTypes['stations.descriptions']>
    connectors_descriptor: Maybe<string>
    next_password_hashes: Generated<string[]>
    next_password_at: Maybe<Date>
    security_profile: Maybe<number>
    hold: Maybe<'Pending' | 'Rejected'>
    hold_interval_seconds: Maybe<number>
    held: Maybe<'Pending' | 'Rejected'>
    plan_exempt_at: Maybe<Date>
    firmware_order: GeneratedAlways<string>
    status_since: Maybe<Date>
    sales_paused_at: Maybe<Date>
    reserved_at: Maybe<Date>
    unknown_connectors: Generated<string[]>
    former_password: Maybe<string>
  }
  subscriptions: {
    id: GeneratedAlways<number>
    manager_id: number
    state: 'pending' | 'active' | 'past_due' | 'ended'
    frequency: 'monthly' | 'annually'
    next_frequency: 'monthly' | 'annually'
    quantity: number
    anchored_at: Date
    period_start: Date
    period_end: Date
    cancels: Generated<boolean>
    credit_minor: Generated<number>
    refusals: Generated<number>
    due_at: Maybe<Date>
    created_at: Date
    ended_at: Maybe<Date>
    switched_off: Generated<string[]>
  }
  tag_groups: {
    key: string
    name: string
    charging: Generated<'usual' | 'free' | 'tariff'>
    tariff_id: Maybe<number>
    created_at: Date
    priority: Maybe<number>
  }
  tag_proofs: {
    token: string
    driver_id: number
    station_id: Maybe<string>
    begun_at: Date
    expires_at: Date
  }
  takeover_records: {
    source: string
    kind: string
    key: string
    local: string
    takeover_id: number
  }
  takeover_rows: {
    takeover_id: number
    of: string
    key: string
    body: Json<unknown>
  }
  takeovers: {
    id: GeneratedAlways<number>
    system: 'steve' | 'citrine' | 'sap' | 'csv'
    source: string
    state: 'reading' | 'checking' | 'checked' | 'applying' | 'done' | 'failed' | 'stopped'
    kind: Maybe<string>
    after_key: Maybe<string>
    rows_read: Generated<number>
    counts: JsonWithDefault<unknown>
    faults: JsonWithDefault<unknown>
    error: Maybe<string>
    manager_id: number
    remote_address: string
    created_at: Date
    updated_at: Date
    finished_at: Maybe<Date>
  }
  tariff_assignments: {
    id: Generated<number>
    tariff_id: number
    scope: 'network' | 'owner' | 'location' | 'station' | 'connector'
    owner_id: Maybe<number>
    location_id: Maybe<number>
    station_id: Maybe<string>
    connector_id: Maybe<number>
    connector_type: Maybe<string>
    current: Maybe<string>
    power_min_w: Maybe<number>
    power_max_w: Maybe<number>
    priority: Generated<number>
    created_at: Date
  }
  tariff_versions: {
    id: Generated<number>
    tariff_id: number
    valid_from: Date
    valid_to: Maybe<Date>
    elements: Json<ColumnTypes['tariff_versions.elements']>
    discount_percent: Generated<number>
    created_by: Maybe<number>
    created_at: Date
    price_change_id: Maybe<number>
    idle: MaybeJson<ColumnTypes['tariff_versions.idle']>
    min_price_minor: Maybe<number>
    max_price_minor: Maybe<number>
  }
  tariffs: {
    id: Generated<number>
    name: string
    owner_id: Maybe<number>
    currency: string
    min_price_minor: Maybe<number>
    max_price_minor: Maybe<number>
    created_at: Date
  }
  terminals: {
    id: Generated<number>
    name: string
    location_id: number
    provider: string
    market_shop_id: string
    key_hash: string
    created_at: Date
    created_by: Maybe<number>
    used_at: Maybe<Date>
    revoked_at: Maybe<Date>
  }
  unknown_tags: {
    token: string
    shown: number
    first_at: Date
    last_at: Date
    station_id: string
  }
  unmatched_transactions: {
    id: Generated<number>
    station_id: string
    transaction_id: string
    received_at: Date
    event: Json<unknown>
    order_id: Maybe<number>
    resolved_at: Maybe<Date>
    session_key: string
    event_key: Generated<string>
  }
  uptime_days: {
    day: string
    station_id: string
    up_seconds: number
    down_seconds: number
    repairs: number
    repair_seconds: number
    down_since: Maybe<Date>
  }
  used_codes: {
    station_id: string
    evse: number
    step: number
    used_at: Date
  }
  used_downloads: {
    nonce: string
    until: Date
  }
  wall_screens: {
    id: GeneratedAlways<number>
    name: string
    key_hash: string
    created_at: Date
    created_by: number
    used_at: Maybe<Date>
    revoked_at: Maybe<Date>
  }
  webhook_attempts: {
    id: GeneratedAlways<number>
    message_id: number
    at: Date
    duration_ms: number
    status: Maybe<number>
    answer: Maybe<string>
    error: Maybe<string>
  }
  webhook_endpoints: {
    id: GeneratedAlways<number>
    manager_id: number
    name: string
    url: string
    events: string[]
    location_ids: Maybe<number[]>
    thin: Generated<boolean>
    is_on: Generated<boolean>
    off_why: Maybe<'person' | 'gone' | 'failing'>
    off_at: Maybe<Date>
    secret: string
    previous_secret: Maybe<string>
    previous_until: Maybe<Date>
    failing_since: Maybe<Date>
    delivered_at: Maybe<Date>
    error: Maybe<string>
    created_at: Date
  }
  webhook_events: {
    id: GeneratedAlways<number>
    type: string
    source: string
    object_id: string
    parent_id: Maybe<string>
    location_id: Maybe<number>
    at: Date
    created_at: Date
  }
  webhook_messages: {
    id: GeneratedAlways<number>
    key: string
    endpoint_id: number
    event_id: Maybe<number>
    type: string
    object_id: Maybe<string>
    state: Generated<'new' | 'waiting' | 'delivered' | 'dead' | 'withheld'>
    taken_until: Maybe<Date>
    body: Maybe<string>
    version: Maybe<number>
    attempts: Generated<number>
    created_at: Date
    due_at: Maybe<Date>
    delivered_at: Maybe<Date>
  }
  webhook_sources: {
    source: string
    position: number
    seen: Maybe<number>
    seen_before: Maybe<number>
    seen_at: Maybe<Date>
  }
  webhook_watched: {
    source: string
    id: number
    told: Generated<string[]>
  }
}
