import { stemmer } from 'stemmer'

/**
 * Words that customers use for one another, a group a line, the first one standing for all. English, and of the kind
 * that any business hears; what is peculiar to a business belongs into the questions of its own entries.
 */
const groups = `
price cost costs fee fees charge charges pricing expensive cheap rate rates tariff pay paid
payment cash paypal visa mastercard contactless
open opened opening hours closed close closing
delivery deliver delivered shipping ship shipped shipment parcel package dispatch courier postage post
return returns returned exchange swap
refund refunded refunds reimburse reimbursement moneyback
cancel cancellation cancelled canceled
book booking reserve reservation appointment slot schedule
repair repairs fix fixed mend broken damaged fault faulty defect
warranty guarantee guaranteed
address located location directions situated
phone telephone call ring number
email mail
child children kid kids son daughter toddler toddlers baby
bicycle bicycles bike bikes cycle cycles
buy buying bought purchase purchasing purchased order ordered orders ordering
discount discounts coupon voucher promo sale deal reduced
stolen theft thief stole
rental rent renting rented hire hiring hired borrow lend
job jobs career careers vacancy vacancies employ employment apply
lost lose losing missing
size sizes sizing tall height fit fits fitting
insurance insure insured cover covers covered
student students university
car cars vehicle
parking park garage
dog dogs pet pets puppy
accident crash crashed fell
`

const canonical = new Map<string, string>()
for (const line of groups.trim().split('\n')) {
  const [first = '', ...others] = line.split(' ')
  for (const word of [first, ...others]) canonical.set(stemmer(word), stemmer(first))
}

/** The word that stands for a group of synonyms; any other word stands for itself. Takes and gives stems. */
export const canonicalWord = (stem: string): string => canonical.get(stem) ?? stem
