import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Tag } from '../../ui/layout.tsx'
import { StatusTag } from './StatusTag.tsx'
import { catalogueStates, courseStatuses, type Look, orderStatuses } from './statuses.ts'

it('a tag shows every status in words, and a status that is over without a colour', () => {
  for (const look of Object.values<Look>({ ...orderStatuses, ...courseStatuses, ...catalogueStates })) {
    const plain = renderToStaticMarkup(<Tag>{look.label}</Tag>)
    const shown = renderToStaticMarkup(<StatusTag look={look} />)
    expect(look.label).toMatch(/^[A-Z][a-z ]+$/)
    expect(shown).toContain(`>${look.label}<`)
    expect(shown === plain, look.label).toBe(look.palette === 'gray')
  }
})
