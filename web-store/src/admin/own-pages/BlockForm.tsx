import { isSalesSection } from 'contract/courses/sales-page'
import type { Language } from 'contract/languages'
import type { PageFacts } from 'contract/pages/blocks'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Card, Stack } from '../../ui/layout.tsx'
import { Help, Title, Tools } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { BlockField } from './BlockField.tsx'
import { type FormBlock, kindOf, labelOf, type Settings } from './block-fields.ts'
import { lacksLanguage } from './page-form.ts'

const names: Record<Language, string> = { en: 'English', hi: 'Hindi', mr: 'Marathi' }

type Props = {
  /** The open block; undefined on a page without any. */
  block: FormBlock | undefined
  /** Undefined on the page of a course, which has the title of its course. */
  page: { title: string; description: string } | undefined
  facts: PageFacts | undefined
  /** The message of each wrong field, by its path. */
  problems: ReadonlyMap<string, string>
  onChange: (settings: Settings) => void
  onPage: (field: 'title' | 'description', text: string) => void
  onCopy: () => void
  onRemove: () => void
}

/** The form of the open block, its texts in one language at a time, and the facts of the page below it. */
export function BlockForm({ block, page, facts, problems, onChange, onPage, onCopy, onRemove }: Props) {
  const [language, setLanguage] = useState<Language>('en')
  const isOfCourse = block !== undefined && isSalesSection(block.type)
  const fields = block && kindOf(block.type)?.fields
  return (
    <Stack gap="4" gridTemplateColumns="minmax(0,1fr)">
      {block && (
        <Card padded asChild>
          <section aria-label={`Form of ${labelOf(block.type)}`}>
            <Tools mb="4">
              <Title flex="1">{labelOf(block.type)}</Title>
              {!isOfCourse && (
                <>
                  <Button size="sm" variant="ghost" onClick={onCopy}>
                    Duplicate
                  </Button>
                  <Button size="sm" variant="ghost" colorPalette="danger" onClick={onRemove}>
                    Remove
                  </Button>
                </>
              )}
            </Tools>
            {isOfCourse && (
              <Help mb="4">
                The course fills this section.{' '}
                {fields?.length ? 'An empty heading shows the usual one.' : 'It has no heading.'}
              </Help>
            )}
            {fields?.length === 0 ? null : fields ? (
              <Stack gap="4.5" gridTemplateColumns="minmax(0,1fr)">
                <Segments
                  label="Language of the texts"
                  value={language}
                  onChange={setLanguage}
                  options={(Object.keys(names) as Language[]).map((one) => [
                    one,
                    one !== 'en' && lacksLanguage(block, one) ? `${names[one]} •` : names[one],
                  ])}
                />
                {language !== 'en' && (
                  <Help>An empty field shows the English text. • marks a language that lacks some.</Help>
                )}
                {fields.map((field) => (
                  <BlockField
                    key={field.name}
                    field={field}
                    settings={block.settings}
                    path=""
                    language={language}
                    facts={facts}
                    problems={problems}
                    onChange={(over) => onChange({ ...block.settings, ...over })}
                  />
                ))}
              </Stack>
            ) : (
              <Help>This version of the shop does not know this block. It is stored, and visitors do not see it.</Help>
            )}
          </section>
        </Card>
      )}
      {page && (
        <Card padded asChild>
          <section aria-label="Page">
            <Title mb="4">Page</Title>
            <Stack gap="4.5">
              <Field
                label="Title"
                required
                maxLength={150}
                help="For search results, shared links and your list."
                value={page.title}
                onChange={({ target }) => onPage('title', target.value)}
                error={page.title.trim() ? undefined : 'Title is required'}
              />
              <Field
                as="textarea"
                label="Description"
                optional
                maxLength={300}
                help="Shown in search results and below shared links."
                value={page.description}
                onChange={({ target }) => onPage('description', target.value)}
              />
            </Stack>
          </section>
        </Card>
      )}
    </Stack>
  )
}
