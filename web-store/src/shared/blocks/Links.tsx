import { isPageLink, type ShownSettings } from 'contract/pages/blocks'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { outline } from '../../ui/icon-drawing.ts'
import { later } from '../../ui/later.tsx'
import { Wrap } from '../../ui/layout.tsx'
import { H2 } from '../../ui/text.tsx'
import { withKeys } from '../../ui/with-keys.ts'
import { PageLink } from './PageLink.tsx'

const IconChevronRight = outline('M9 6l6 6l-6 6')

const List = chakra('ul', {
  base: {
    display: 'grid',
    gap: '3',
    '& a, & li > span': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0,1fr) auto',
      alignItems: 'center',
      gap: '4',
      minH: '16',
      px: '4.5',
      py: '3',
      bg: 'bg.panel',
      borderWidth: '1px',
      borderColor: 'border',
      borderRadius: 'l3',
      _hover: { borderColor: 'action.fg' },
      '[data-stage] &': { bg: 'stage.raised', borderColor: 'stage.border', _hover: { borderColor: 'white' } },
    },
    '& b': { display: 'block', fontWeight: '600', fontSize: '1.0625rem', overflowWrap: 'anywhere' },
    '& small': { display: 'block', textStyle: 'sm', opacity: '.8', overflowWrap: 'anywhere' },
  },
})

/** Returns the rows of a block that lead somewhere. */
export const linksOf = ({ links }: ShownSettings['links']) => links.filter(({ label, to }) => label && isPageLink(to))

/** Buttons below each other, as on a page behind the one link of a profile. */
export function Links({ settings }: { settings: ShownSettings['links'] }) {
  return (
    <Wrap maxW="640px">
      {settings.heading && (
        <H2 mb="6" textAlign="center" overflowWrap="anywhere">
          {settings.heading}
        </H2>
      )}
      <List>
        {withKeys(linksOf(settings), ({ label }) => label).map(({ key, entry: { label, text, to } }) => (
          <li key={key}>
            <PageLink to={to}>
              <span>
                <b>{label}</b>
                {text && <small>{text}</small>}
              </span>
              <Icon of={IconChevronRight} />
            </PageLink>
          </li>
        ))}
      </List>
    </Wrap>
  )
}

const SignupForm = later(() => import('./SignupForm.tsx'), {
  now: import.meta.env.SSR ? (await import('./SignupForm.tsx')).default : undefined,
})

/** Takes an email address for news. */
export function Signup({ settings: { heading, text, label } }: { settings: ShownSettings['signup'] }) {
  return (
    <Wrap
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0,1fr)', md: 'minmax(0,1fr) minmax(0,1fr)' }}
      columnGap="14"
      rowGap="6"
      alignItems="center"
    >
      <chakra.div minW="0" overflowWrap="anywhere">
        {heading && <H2>{heading}</H2>}
        {text && (
          <chakra.p mt="3" maxW="52ch" opacity=".86" whiteSpace="pre-line">
            {text}
          </chakra.p>
        )}
      </chakra.div>
      <SignupForm label={label} />
    </Wrap>
  )
}
