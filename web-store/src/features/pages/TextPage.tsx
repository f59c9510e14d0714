import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Wrap } from '../../ui/layout.tsx'
import { H1 } from '../../ui/text.tsx'

const Prose = chakra('div', {
  base: {
    maxW: '70ch',
    '& h2': { textStyle: 'h3', mt: '8', mb: '2' },
    '& p': { mt: '3', color: 'fg.muted' },
    '& ul': { mt: '3', ps: '5', listStyle: 'disc', color: 'fg.muted', display: 'grid', gap: '1.5' },
    '& a': { color: 'neel.fg', fontWeight: '550', textDecoration: 'underline', textUnderlineOffset: '3px' },
  },
})

/** A page of text: a title, what it is about, and its paragraphs. */
export function TextPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <Wrap size="narrow" pt={{ base: '10', md: '60px' }} pb={{ base: '14', md: '20' }}>
      <H1>{title}</H1>
      <chakra.p textStyle="lead" color="fg.muted" mt="4" maxW="62ch">
        {lead}
      </chakra.p>
      <Prose>{children}</Prose>
    </Wrap>
  )
}

/** Writes to the shop. */
export function MailLink({ email }: { email: string }) {
  return <a href={`mailto:${email}`}>{email}</a>
}
