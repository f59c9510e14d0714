import { type Audience, screens } from 'contract/screens'
import type { ReactNode } from 'react'
import type { RouteObject } from 'react-router-dom'
import { t } from '../language/text.ts'
import { Loading } from '../ui/Loading.tsx'
import type { PartFile } from '../ui/later.tsx'
import { Wrap } from '../ui/layout.tsx'
import { H1 } from '../ui/text.tsx'
import { Footer } from './Footer.tsx'
import { ForOnePerson, RequireUser, RequireVisitor } from './guards.tsx'
import { OwnLayout, StoreLayout } from './StoreLayout.tsx'
import { header, replaceable, screen } from './screens.tsx'

const studentHeader = header('src/app/StudentHeader.tsx', () => import('./StudentHeader.tsx'))

const learnHeader = header('src/features/learn/LearnHeader.tsx', () => import('../features/learn/LearnHeader.tsx'))

const checkoutHeader = header('src/app/CheckoutHeader.tsx', () => import('./CheckoutHeader.tsx'))

const files = import.meta.glob<PartFile>(['../features/*/*Screen.tsx', '../admin/*Screen.tsx'])

/** The screen that a press of Buy Now opens has its heading at once. */
const waiting: Record<string, ReactNode> = {
  checkout: (
    <>
      <Wrap pt={{ base: '4', md: '8' }}>
        <H1>{t('Checkout')}</H1>
      </Wrap>
      <Loading />
    </>
  ),
}

/** Loads a screen by name: `home` is the one in `HomeScreen.tsx`. An optional feature's is gone with the feature. */
function screenNamed(name: string) {
  const end = `/${name}Screen.tsx`.toLowerCase()
  const [file, load] = Object.entries(files).find(([path]) => path.toLowerCase().endsWith(end)) ?? []
  return file && load && screen(file.replace('..', 'src'), load, waiting[name])
}

/** The screen of pages that an optional feature serves. */
const [own] = Object.entries(import.meta.glob<PartFile>('../features/*/OwnPage.tsx')).map(([file, load]) =>
  screen(file.replace('..', 'src'), load),
)

const [ownHeader] = Object.entries(import.meta.glob<PartFile>('../features/*/OwnPageHeader.tsx')).map(([file, load]) =>
  header(file.replace('..', 'src'), load),
)

/** Builds the routes of an audience from the table of screens. */
const screensFor = (whom: Audience): RouteObject[] =>
  Object.entries(screens).flatMap(([name, [path, audience, shared = name]]) => {
    const usual = audience === whom && screenNamed(shared)
    return usual ? { path, ...(whom === 'public' ? replaceable(usual, own) : usual) } : []
  })

/** All routes, with the layout and guard of each audience. */
export const routes: RouteObject[] = [
  ...screensFor('admin'),
  {
    element: <RequireUser what="dashboard" />,
    children: [
      {
        element: <OwnLayout header={studentHeader.element} footer={<Footer />} />,
        handle: studentHeader.handle,
        children: screensFor('student'),
      },
    ],
  },
  {
    element: <RequireUser what="lessons" />,
    children: [
      {
        element: <OwnLayout header={learnHeader.element} />,
        handle: learnHeader.handle,
        children: screensFor('learner'),
      },
    ],
  },
  {
    element: <OwnLayout header={checkoutHeader.element} />,
    handle: checkoutHeader.handle,
    children: [{ element: <ForOnePerson />, children: screensFor('buyer') }],
  },
  ...(own && ownHeader
    ? [
        {
          element: <OwnLayout header={ownHeader.element} footer={<Footer />} />,
          handle: ownHeader.handle,
          children: [{ path: '/p/:slug', ...own }],
        },
      ]
    : []),
  {
    element: <StoreLayout />,
    children: [
      ...screensFor('public'),
      ...screensFor('personal'),
      { element: <RequireVisitor />, children: screensFor('guest') },
      { path: '*', ...screenNamed('notFound') },
    ],
  },
]
