import { legalDefaults } from 'contract/shop/people'
import { useShop } from '../../content/brand.ts'
import { t } from '../../language/text.ts'

/** Names the seller and the grievance contact, if set; also on policies in the owner's own words. */
export function WhoRunsIt() {
  const { legal_name, legal_address, grievance_officer: officer } = useShop('legal', legalDefaults)
  if (!legal_name && !officer.name) return null
  return (
    <>
      {legal_name && (
        <>
          <h2>{t('Who you buy from')}</h2>
          <p>{[legal_name, legal_address].filter(Boolean).join('\n')}</p>
        </>
      )}
      {officer.name && (
        <>
          <h2>{t('Grievance officer')}</h2>
          <p>
            {officer.name}
            {officer.designation && `, ${officer.designation}`}
            {officer.email && (
              <>
                <br />
                <a href={`mailto:${officer.email}`}>{officer.email}</a>
              </>
            )}
            {officer.phone && (
              <>
                <br />
                {officer.phone}
              </>
            )}
          </p>
          <p>{t('A complaint is acknowledged within 48 hours and settled within one month.')}</p>
        </>
      )}
    </>
  )
}
