import { useQuery } from '@tanstack/react-query'
import { contactDefaults } from 'contract/shop/home'
import { type LegalText, legalDefaults } from 'contract/shop/people'
import { type ReactNode, useContext } from 'react'
import { Link } from 'react-router-dom'
import { api } from '../../api/client.ts'
import { ShopChangesContext, useShop } from '../../content/brand.ts'
import { language } from '../../language/language.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Wrap } from '../../ui/layout.tsx'
import { H1 } from '../../ui/text.tsx'
import { withKeys } from '../../ui/with-keys.ts'
import { WhoRunsIt } from './WhoRunsIt.tsx'

const Prose = chakra('div', {
  base: {
    maxW: '70ch',
    overflowWrap: 'anywhere',
    '& h2': { textStyle: 'h3', mt: '8', mb: '2' },
    '& p': { mt: '3', color: 'fg.muted', whiteSpace: 'pre-line' },
    '& ul': { mt: '3', ps: '5', listStyle: 'disc', color: 'fg.muted', display: 'grid', gap: '1.5' },
    '& a': { color: 'action.fg', fontWeight: '550', textDecoration: 'underline', textUnderlineOffset: '3px' },
    '& a[href^=http]::after': { _print: { content: '" (" attr(href) ")"' } },
  },
})

type TextPageProps = { own: LegalText; title: string; lead: string; children: ReactNode }

/** A policy: a title, what it is about, the day of its last change, and its paragraphs; the owner's own text where there is one. */
export function TextPage({ own, title, lead, children }: TextPageProps) {
  const changes = useContext(ShopChangesContext)
  const hasOwn = changes?.own_texts?.includes(own) ?? false
  const { policy_dates } = useShop('legal', legalDefaults)
  return (
    <Wrap size="narrow" pt={{ base: '10', md: '60px' }} pb={{ base: '14', md: '20' }}>
      <H1>{title}</H1>
      <chakra.p textStyle="lead" color="fg.muted" mt="4" maxW="62ch">
        {lead}
      </chakra.p>
      <chakra.p textStyle="sm" color="fg.muted" mt="3">
        {t('Last changed on {day}', { day: dateText(new Date(policy_dates[own])) })}
      </chakra.p>
      {language !== 'en' && !hasOwn && (
        <chakra.p textStyle="sm" color="fg.muted" mt="1">
          {t('The English text of this page is the binding one.')}
        </chakra.p>
      )}
      <Prose>
        {hasOwn ? <OwnText own={own} given={changes?.legal?.[own]} builtIn={children} /> : children}
        <WhoRunsIt />
      </Prose>
    </Wrap>
  )
}

/** Shows a policy: its own page arrives with the text, others request it. */
function OwnText({ own, given, builtIn }: { own: LegalText; given: string | undefined; builtIn: ReactNode }) {
  const { data, isError } = useQuery({ ...api.settings.public.queryOptions(), enabled: !given })
  const text = given || data?.legal[own]
  if (text) return <Blocks text={text} />
  return isError ? builtIn : <Loading />
}

/** Paragraphs stand between empty lines; one that begins with `## ` is a heading, lines that begin with `- ` are a list. */
function Blocks({ text }: { text: string }) {
  const blocks = text
    .replace(/^(## .*)\n/gm, '$1\n\n')
    .split(/\n\s*\n|\n(?=## )/)
    .map((block) => block.trim())
    .filter(Boolean)
  return withKeys(blocks, (block) => block).map(({ key, entry }) => {
    if (entry.startsWith('## ')) return <h2 key={key}>{entry.slice(3)}</h2>
    if (!entry.split('\n').every((line) => line.startsWith('- '))) return <p key={key}>{entry}</p>
    return (
      <ul key={key}>
        {withKeys(entry.split('\n'), (line) => line).map(({ key: item, entry: line }) => (
          <li key={item}>{line.slice(2)}</li>
        ))}
      </ul>
    )
  })
}

/** Links the email address for policies; the contact form without one. */
export function PoliciesMail() {
  const { policies_email } = useShop('legal', legalDefaults)
  const { email } = useShop('contact', contactDefaults)
  const address = policies_email || email
  if (!address) return <Link to={paths.contact}>{t('us')}</Link>
  return <a href={`mailto:${address}`}>{address}</a>
}
