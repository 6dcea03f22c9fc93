/** What the steps to the Pro plan send: who sells, and where payouts go. */
export const principal = {
  firstName: 'Anna',
  lastName: 'Sedova',
  country: 'RU',
  city: 'Tver',
  address: 'Main st. 1',
  zip: '170000',
  dob: '29-02-1988',
  email: 'anna@business.example',
  personalIdentificationNumber: '690200000000',
  passportNumber: '2801 123456',
}
const shared = {
  email: 'anna@business.example',
  phone: '+7 4822 123456',
  country: 'RU',
  city: 'Tver',
  address: 'Main st. 1',
  zip: '170000',
  defaultPayoutCurrency: 'EUR',
  vendorPrincipal: principal,
  vendorAgreement: { commissionPercent: 0 },
}
export const individual = { ...shared, firstName: 'Anna', lastName: 'Sedova' }
export const company = { ...shared, name: 'Tver Charging', taxId: '6902000000' }
export const bank = {
  payoutType: 'WIRE',
  baseCurrency: 'EUR',
  bankName: 'First Bank',
  country: 'RU',
  city: 'Tver',
  address: 'Main st. 2',
  zip: '170000',
  nameOnAccount: 'Anna Sedova',
  bankAccountClass: 'CORPORATE',
  bankAccountType: 'CHECKING',
  bankId: '044525225',
  bankAccountId: '40702',
}
