import type { AccountBody, BankFields, CompanyFields, IndividualFields } from '@stationmaster/contract'

const agreed = { defaultPayoutCurrency: 'EUR', vendorAgreement: { commissionPercent: 0 } } as const

/** What the fields of a person are sent as: who sells is the principal too. */
export function individualBody(fields: IndividualFields): AccountBody {
  const { email, phone, country, city, address, zip } = fields
  const name = { firstName: fields.first_name, lastName: fields.last_name }
  return {
    email,
    ...name,
    phone,
    country,
    city,
    address,
    zip,
    ...agreed,
    vendorPrincipal: {
      ...name,
      country,
      city,
      address,
      zip,
      dob: fields.birth_date,
      email,
      personalIdentificationNumber: fields.pin,
      passportNumber: fields.passport,
    },
  }
}

/** What the fields of a company and its principal are sent as. */
export function companyBody(fields: CompanyFields): AccountBody {
  const { name, email, phone, country, city, address, zip, tax_id: taxId } = fields
  return {
    name,
    email,
    phone,
    country,
    city,
    address,
    zip,
    taxId,
    ...agreed,
    vendorPrincipal: {
      firstName: fields.principal_first_name,
      lastName: fields.principal_last_name,
      country: fields.principal_country,
      city: fields.principal_city,
      address: fields.principal_address,
      zip: fields.principal_zip,
      dob: fields.principal_birth_date,
      email: fields.principal_email,
      personalIdentificationNumber: fields.principal_tax_id,
      passportNumber: fields.principal_passport,
    },
  }
}

/** What the fields of a bank account are sent as. */
export const bankBody = (fields: BankFields): AccountBody => ({
  payoutInfo: [
    {
      payoutType: 'WIRE',
      baseCurrency: 'EUR',
      bankName: fields.bank_name,
      country: fields.country,
      city: fields.city,
      address: fields.address,
      zip: fields.zip,
      nameOnAccount: fields.name_on_account,
      bankAccountClass: 'CORPORATE',
      bankAccountType: 'CHECKING',
      bankId: fields.bank_id,
      bankAccountId: fields.bank_account_id,
    },
  ],
})
