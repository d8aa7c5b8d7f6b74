import type { PageSet } from './page-set.ts';

export const english: PageSet = {
  language: 'en',
  site: 'The Garden Shed',
  headline: 'How to grow tomatoes on a small balcony',
  text: [
    'Tomatoes need sun, water and a pot that is deep enough. If the balcony faces south, most varieties do well there.',
    'Water them in the morning, and never on the leaves. After a few weeks the first flowers appear.',
  ],
  menu: ['Home', 'Gardening', 'Recipes', 'Contact'],
  photoCredit: 'Photo: Martin Hale',
  comment: '<b>Susan Blake</b> says:',
  related: 'You may also like',
  articles: [
    { top: '<p>By Helen Marsh</p>', authors: ['Helen Marsh'] },
    {
      top: '<span>Posted on March 3, 2024 by <a href="/author/peter-lowe/">Peter Lowe</a></span>',
      authors: ['Peter Lowe'],
    },
    { top: '<div>By Dr. Alice Norton, PhD | 5 May 2024</div>', authors: ['Alice Norton'] },
    { top: '<p>Words by Oliver Grant · Photos by Martin Hale</p>', authors: ['Oliver Grant'] },
    { top: '<p>By Helen Marsh and Peter Lowe</p>', authors: ['Helen Marsh', 'Peter Lowe'] },
    { top: '<p>Written by Fiona O’Neill, Senior Editor</p>', authors: ['Fiona O’Neill'] },
    { end: '<div><h4>About the author</h4><p>Laura van der Berg</p></div>', authors: ['Laura van der Berg'] },
    {
      end: '<div><img src="/l.jpg"><h4>Laura Finch</h4><p>Laura Finch is a writer who grows everything on her roof.</p></div>',
      authors: ['Laura Finch'],
    },
    { top: '<p>3 March 2024, by James MacLeod</p>', authors: ['James MacLeod'] },
    { top: '<p>BY HELEN MARSH</p><p>UPDATED JUNE 4, 2024</p>', authors: ['Helen Marsh'] },
    { top: '<p>Story: Robert Ashby</p><p>Illustrations: Emma Reed</p>', authors: ['Robert Ashby'] },
    { top: '<p>Guest post by Alice Norton</p>', authors: ['Alice Norton'] },
    { top: '<p>Author: June Parker</p>', authors: ['June Parker'] },
    { top: '<div>Reported by George Whitfield in Leeds</div>', authors: ['George Whitfield'] },
    { end: '<p>Translated by Martin Hale</p>', authors: [] },
    { top: '<p>By our editorial team</p>', authors: [] },
    { headline: 'Inspired by Monet: a garden by the river', top: '<p>5 May 2024</p>', authors: [] },
    { top: '<p>Photography by Emma Reed</p>', authors: [] },
  ],
  imprints: [
    {
      heading: 'Imprint',
      html: '<p>Garden Shed Media Ltd</p><p>Editor-in-chief: Helen Marsh</p><p>Email: office@gardenshed-media.com</p>',
      people: [{ name: 'Helen Marsh', role: 'editor' }],
      emails: ['office@gardenshed-media.com'],
    },
    {
      heading: 'Legal notice',
      html: '<p>Managing Director: Peter Lowe</p><p>Phone 020 555 010</p><p>peter.lowe (at) lowe-gardens (dot) com</p>',
      people: [{ name: 'Peter Lowe', role: 'founder' }],
      emails: ['peter.lowe@lowe-gardens.com'],
    },
    {
      heading: 'Our team',
      html: '<h3>Alice Norton</h3><p>Head of Marketing</p><h3>Oliver Grant</h3><p>Deputy Editor</p><p><a href="mailto:team@gardenshed-media.com">Write to us</a></p>',
      people: [
        { name: 'Alice Norton', role: 'marketing' },
        { name: 'Oliver Grant', role: 'editor' },
      ],
      emails: ['team@gardenshed-media.com'],
    },
    {
      heading: 'Imprint',
      html: '<dl><dt>Publisher</dt><dd>Laura Finch</dd><dt>Email</dt><dd>laura&#64;finch-press.com</dd></dl>',
      people: [{ name: 'Laura Finch', role: 'editor' }],
      emails: ['laura@finch-press.com'],
    },
  ],
};
