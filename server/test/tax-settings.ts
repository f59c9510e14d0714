import type { TaxSettings } from 'contract/documents'

export const SELLER_GSTIN = '27AAPFU0939F1ZV'
/** The GSTIN of a business in Karnataka. */
export const BUYER_GSTIN = '29AAGCB7383J1Z4'

/** Builds tax settings of a shop in Maharashtra, with `valid_from` as their first day. */
export function taxSettings(input: Partial<TaxSettings> & { valid_from: string }): TaxSettings {
  return {
    enabled: true,
    legal_name: 'SkillHaat Learning Private Limited',
    address: '12 Station Road, Palghar 401404',
    state_code: '27',
    gstin: SELLER_GSTIN,
    cin: '',
    sac: '999293',
    rate: 18,
    prices: 'inclusive',
    ...input,
  }
}
