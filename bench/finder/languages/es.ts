import type { PageSet } from './page-set.ts';

export const spanish: PageSet = {
  language: 'es',
  site: 'Huerto en Casa',
  headline: 'Cómo cultivar tomates en un balcón pequeño',
  text: [
    'Los tomates necesitan sol, agua y una maceta bastante honda. Si el balcón da al sur, la mayoría de las variedades prospera.',
    'Se riega por la mañana y nunca sobre las hojas. Después de unas semanas aparecen las primeras flores.',
  ],
  menu: ['Inicio', 'Huerto', 'Recetas', 'Contacto'],
  photoCredit: 'Foto: Martín Roldán',
  comment: '<b>Susana Blanco</b> dice:',
  related: 'También te puede interesar',
  articles: [
    { top: '<p>Por Elena Márquez</p>', authors: ['Elena Márquez'] },
    {
      top: '<span>Publicado el 3 de marzo de 2024 por <a href="/author/pedro-luna/">Pedro Luna</a></span>',
      authors: ['Pedro Luna'],
    },
    { top: '<div>Por la Dra. Alicia Navarro | 5 de mayo de 2024</div>', authors: ['Alicia Navarro'] },
    { top: '<p>Texto: Óscar Gracia. Fotos: Martín Roldán</p>', authors: ['Óscar Gracia'] },
    { top: '<p>Por Elena Márquez y Pedro Luna</p>', authors: ['Elena Márquez', 'Pedro Luna'] },
    { top: '<p>Escrito por Francisca de los Ríos</p>', authors: ['Francisca de los Ríos'] },
    { end: '<div><h4>Sobre la autora</h4><p>Laura Fuentes</p></div>', authors: ['Laura Fuentes'] },
    {
      end: '<div><img src="/l.jpg"><h4>Laura Fuentes</h4><p>Laura Fuentes es periodista y cultiva en su azotea.</p></div>',
      authors: ['Laura Fuentes'],
    },
    { top: '<p>Redacción: Jaime Moreno Ortiz</p>', authors: ['Jaime Moreno Ortiz'] },
    { top: '<p>Autora: Alicia Navarro</p>', authors: ['Alicia Navarro'] },
    { top: '<p>Un artículo de Roberto del Valle</p>', authors: ['Roberto del Valle'] },
    { top: '<p>Entrevista de Jorge Vidal</p>', authors: ['Jorge Vidal'] },
    { top: '<p>12 de septiembre de 2023 · por Emilia Rey</p>', authors: ['Emilia Rey'] },
    { end: '<p>Artículo escrito por Julia Grande</p>', authors: ['Julia Grande'] },
    { end: '<p>Traducido por Martín Roldán</p>', authors: [] },
    { top: '<p>Por la redacción</p>', authors: [] },
    { headline: 'Por amor al huerto: un paseo por Sevilla', top: '<p>5 de mayo de 2024</p>', authors: [] },
    { top: '<p>Fotografía: Emilia Rey</p>', authors: [] },
  ],
  imprints: [
    {
      heading: 'Aviso legal',
      html: '<p>Huerto en Casa S.L.</p><p>Titular: Pedro Luna</p><p>Correo electrónico: info@huertoencasa-medios.es</p>',
      people: [{ name: 'Pedro Luna', role: 'founder' }],
      emails: ['info@huertoencasa-medios.es'],
    },
    {
      heading: 'Aviso legal',
      html: '<p>Redactora jefe: Elena Márquez</p><p>elena.marquez [arroba] marquez-huerto [punto] es</p>',
      people: [{ name: 'Elena Márquez', role: 'editor' }],
      emails: ['elena.marquez@marquez-huerto.es'],
    },
    {
      heading: 'Nuestro equipo',
      html: '<h3>Alicia Navarro</h3><p>Responsable de marketing</p><h3>Óscar Gracia</h3><p>Redactor</p><p><a href="mailto:equipo@huertoencasa-medios.es">Escríbenos</a></p>',
      people: [
        { name: 'Alicia Navarro', role: 'marketing' },
        { name: 'Óscar Gracia', role: 'editor' },
      ],
      emails: ['equipo@huertoencasa-medios.es'],
    },
    {
      heading: 'Aviso legal',
      html: '<p>Directora general: Laura Fuentes</p><p>Calle del Huerto 3, Sevilla</p><p>E-mail: laura@fuentes-huerto.es</p>',
      people: [{ name: 'Laura Fuentes', role: 'founder' }],
      emails: ['laura@fuentes-huerto.es'],
    },
  ],
};
