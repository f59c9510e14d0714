import type { Certificate } from 'contract/certificates'
import { indianDay } from 'contract/indian-time'

/** LinkedIn's form "Add licence or certification", filled in; the month is the Indian one. */
export function linkedInAddress({ course_name, issued_at, address, code }: Certificate, shop: string): string {
  const [year = '', month = ''] = indianDay(new Date(issued_at)).split('-')
  const query = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: course_name,
    organizationName: shop,
    issueYear: year,
    issueMonth: String(Number(month)),
    certUrl: address,
    certId: code,
  })
  return `https://www.linkedin.com/profile/add?${query}`
}
