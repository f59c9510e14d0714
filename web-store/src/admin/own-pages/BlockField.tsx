import { useQuery } from '@tanstack/react-query'
import type { Language } from 'contract/languages'
import { FEWEST_STUDENTS, FIGURES, type Figure, type PageFacts, type Words } from 'contract/pages/blocks'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { Stack } from '../../ui/layout.tsx'
import { CoursePicks } from '../forms/CoursePicks.tsx'
import { CourseSelect } from '../forms/CourseSelect.tsx'
import { Choice, FieldProblem, GroupLabel, Help, Muted } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { adminApi } from '../host/admin-api.ts'
import { MoveButtons, RemoveButton } from '../lists/row-buttons.tsx'
import { FileField } from '../media/library/FileField.tsx'
import { type BlockField as Described, figureLabels, type Settings } from './block-fields.ts'

type Props = {
  field: Described
  settings: Settings
  /** Path of the settings within those of the block, for problems: empty, or `steps.2.`. */
  path: string
  language: Language
  facts: PageFacts | undefined
  problems: ReadonlyMap<string, string>
  onChange: (over: Settings) => void
}

const noWords: Words = { en: '', hi: '', mr: '' }

type WordsProps = {
  label: string
  words: Words
  language: Language
  error: string | undefined
  long?: boolean | undefined
  help?: string | undefined
  example?: string | undefined
  onChange: (words: Words) => void
}

function WordsField({ label, words, language, error, long, help, example, onChange }: WordsProps) {
  const shared = {
    label,
    value: words[language],
    error,
    lang: language,
    placeholder: language === 'en' ? example && `For example: ${example}` : words.en,
    ...(help !== undefined && { help }),
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...words, [language]: target.value }),
  }
  return long ? <Field as="textarea" {...shared} /> : <Field {...shared} />
}

const Group = chakra('fieldset', { base: { border: '0', p: '0', m: '0', minW: '0', display: 'grid', gap: '3' } })
const Legend = chakra('legend', { base: { textStyle: 'label', mb: '1.5' } })

const Entry = chakra('li', {
  base: {
    display: 'grid',
    gap: '3',
    p: '3',
    bg: 'bg.subtle',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l2',
  },
})

/** A field of a block's form; nothing where another choice hides it. */
export function BlockField(props: Props): ReactNode {
  const { field, settings, path, language, problems, facts, onChange } = props
  const value = settings[field.name]
  const set = (next: unknown) => onChange({ [field.name]: next })
  const problemAt = (below = '') => problems.get(`${path}${field.name}${below}`)
  if ('when' in field && field.when) {
    const [name, ...values] = field.when
    if (!values.includes(String(settings[name]))) return null
  }
  switch (field.kind) {
    case 'words':
      return (
        <WordsField
          label={field.label}
          words={(value as Words | undefined) ?? noWords}
          language={language}
          error={problemAt(`.${language}`)}
          long={field.long}
          help={field.help}
          example={field.example}
          onChange={set}
        />
      )
    case 'link':
      return (
        <Field
          label={field.label}
          inputMode="url"
          placeholder="/courses"
          value={String(value ?? '')}
          error={problemAt()}
          onChange={({ target }) => set(target.value)}
        />
      )
    case 'action': {
      const { label, to } = value as { label: Words; to: string }
      return (
        <Stack gridTemplateColumns="repeat(auto-fit,minmax(min(220px,100%),1fr))">
          <WordsField
            label={field.label}
            words={label}
            language={language}
            error={problemAt(`.label.${language}`)}
            example={field.example}
            onChange={(words) => set({ label: words, to })}
          />
          <Field
            label={`Address of the ${field.label.toLowerCase()}`}
            inputMode="url"
            placeholder="/courses"
            value={to}
            error={problemAt('.to')}
            onChange={({ target }) => set({ label, to: target.value })}
          />
        </Stack>
      )
    }
    case 'image': {
      const { src, alt } = value as { src: string; alt: Words }
      return (
        <FileField
          kind="image"
          label={field.label}
          help={field.help}
          url={src}
          error={problemAt('.src')}
          onUrl={(url) => set({ src: url, alt })}
        >
          {src && (
            <WordsField
              label="Description of the image"
              words={alt}
              language={language}
              error={problemAt(`.alt.${language}`)}
              help="For people who do not see it."
              onChange={(words) => set({ src, alt: words })}
            />
          )}
        </FileField>
      )
    }
    case 'video':
      return <FileField kind="video" label={field.label} url={String(value ?? '')} error={problemAt()} onUrl={set} />
    case 'choice':
      return (
        <Group>
          <Legend>{field.label}</Legend>
          <Segments label={field.label} value={String(value)} options={field.options} onChange={set} />
        </Group>
      )
    case 'switch':
      return (
        <Choice>
          <input type="checkbox" checked={value === true} onChange={({ target }) => set(target.checked)} />
          {field.label}
        </Choice>
      )
    case 'count':
      return (
        <Field
          as="select"
          label={field.label}
          value={String(value)}
          error={problemAt()}
          onChange={({ target }) => set(Number(target.value))}
        >
          {Array.from({ length: 12 }, (_, at) => (
            <option key={String(at)} value={at + 1}>
              {at + 1}
            </option>
          ))}
        </Field>
      )
    case 'course':
      return (
        <CourseSelect
          label="Course"
          first="Choose a course"
          none=""
          value={String(value ?? '')}
          onChange={set}
          error={problemAt()}
        />
      )
    case 'courses': {
      const ids = value as string[]
      const picked = ids.map((id) => {
        const card = facts?.courses.find(({ course_id }) => course_id === id)
        return { course_id: id, name: card?.name ?? id, price: card?.price ?? 0 }
      })
      return (
        <CoursePicks
          picked={picked}
          onlySold
          onChange={(courses) => set(courses.map(({ course_id }) => course_id))}
          error={problemAt()}
        />
      )
    }
    case 'topic':
      return <TopicField value={String(value)} onChange={set} />
    case 'figures':
      return <FigureFields value={value as Figure[]} facts={facts} onChange={set} />
    case 'reviews':
      return <ReviewFields value={value as number[]} facts={facts} onChange={set} />
    case 'lines':
    case 'list':
      return <Entries {...props} field={field} />
  }
}

function TopicField({ value, onChange }: { value: string; onChange: (topic: string) => void }) {
  const { data } = useQuery(adminApi.courses.filters.queryOptions())
  const topics = (data?.topics ?? []).map(({ name }) => name)
  return (
    <Field as="select" label="Topic" value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">Choose a topic</option>
      {[...new Set([...topics, ...(value ? [value] : [])])].map((topic) => (
        <option key={topic} value={topic}>
          {topic}
        </option>
      ))}
    </Field>
  )
}

type Picks<Value> = { value: readonly Value[]; facts: PageFacts | undefined; onChange: (value: Value[]) => void }

function FigureFields({ value, facts, onChange }: Picks<Figure>) {
  return (
    <Group>
      <Legend>Numbers</Legend>
      {FIGURES.map((figure) => (
        <Choice key={figure}>
          <input
            type="checkbox"
            checked={value.includes(figure)}
            onChange={({ target }) =>
              onChange(FIGURES.filter((one) => (one === figure ? target.checked : value.includes(one))))
            }
          />
          <chakra.span flex="1">{figureLabels[figure]}</chakra.span>
          <Muted as="span">
            {facts?.figures[figure]?.toLocaleString('en-IN') ??
              (figure === 'students' ? `Below ${FEWEST_STUDENTS}` : 'None yet')}
          </Muted>
        </Choice>
      ))}
      <Help>Counted by the shop. A number of none is left out, and so are fewer than {FEWEST_STUDENTS} students.</Help>
    </Group>
  )
}

function ReviewFields({ value, facts, onChange }: Picks<number>) {
  return (
    <Group>
      <Legend>Reviews</Legend>
      <Stack maxH="300px" overflowY="auto" gap="1">
        {(facts?.reviews ?? []).map(({ review_id, name, stars, text }) => (
          <Choice key={review_id} alignItems="start" py="1.5">
            <input
              type="checkbox"
              checked={value.includes(review_id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...value, review_id].slice(0, 12) : value.filter((id) => id !== review_id))
              }
            />
            <chakra.span minW="0" overflowWrap="anywhere">
              <b>{name ?? 'A student'}</b>, {stars} stars
              <Muted as="span" display="block" lineClamp="2">
                {text}
              </Muted>
            </chakra.span>
          </Choice>
        ))}
      </Stack>
      <Help>
        {facts?.reviews.length === 0
          ? 'No student has written one yet.'
          : 'Only verified ones, in the order you choose them.'}
      </Help>
    </Group>
  )
}

type ListField = Extract<Described, { kind: 'lines' | 'list' }>

/** Entries of a list: moved by buttons, added below. A line is a text alone. */
function Entries({ field, settings, path, language, facts, problems, onChange }: Props & { field: ListField }) {
  const entries = settings[field.name] as unknown[]
  const set = (next: unknown[]) => onChange({ [field.name]: next })
  const empty = () =>
    field.kind === 'lines'
      ? noWords
      : Object.fromEntries(field.fields.map(({ kind, name }) => [name, kind === 'words' ? noWords : '']))
  const whole = problems.get(`${path}${field.name}`)
  return (
    <Group aria-labelledby={`of-${field.name}`}>
      <GroupLabel id={`of-${field.name}`}>{field.label}</GroupLabel>
      <Stack as="ol" gap="2.5" listStyleType="none">
        {entries.map((entry, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no names of their own, and their fields no state
          <Entry key={at}>
            {field.kind === 'lines' ? (
              <WordsField
                label={`${field.of.replace(/^./, (letter) => letter.toUpperCase())} ${at + 1}`}
                words={entry as Words}
                language={language}
                error={problems.get(`${path}${field.name}.${at}.${language}`)}
                onChange={(words) => set(entries.with(at, words))}
              />
            ) : (
              field.fields.map((inner) => (
                <BlockField
                  key={inner.name}
                  field={inner}
                  settings={entry as Settings}
                  path={`${path}${field.name}.${at}.`}
                  language={language}
                  facts={facts}
                  problems={problems}
                  onChange={(over) => set(entries.with(at, { ...(entry as Settings), ...over }))}
                />
              ))
            )}
            <chakra.div display="flex" justifyContent="end">
              <MoveButtons
                name={`${field.of} ${at + 1}`}
                index={at}
                count={entries.length}
                onMove={(to) => set(entries.toSpliced(at, 1).toSpliced(to, 0, entry))}
              />
              <RemoveButton name={`${field.of} ${at + 1}`} onRemove={() => set(entries.toSpliced(at, 1))} />
            </chakra.div>
          </Entry>
        ))}
      </Stack>
      {whole && <FieldProblem>{whole}</FieldProblem>}
      {entries.length < field.most && (
        <Button size="sm" variant="outline" justifySelf="start" onClick={() => set([...entries, empty()])}>
          <Icon of={IconPlus} size={16} />
          Add a {field.of}
        </Button>
      )}
    </Group>
  )
}
