import type { TopicProse } from './topic-prose.ts';

export const SPANISH_HOSTING: TopicProse = {
  label: 'Alojamiento WordPress',
  keyword: 'alojamiento WordPress gestionado',
  subjects: [
    { name: 'Pressharbor', place: 'Róterdam' },
    { name: 'Tinplate', place: 'Lisboa' },
    { name: 'Kestrel Cloud', place: 'Denver' },
    { name: 'Siteloft', place: 'Leeds' },
  ],
  openings: [
    'El alojamiento WordPress gestionado, lo que en inglés se llama managed WordPress hosting, promete que nunca más pensarás en el servidor.',
    'Hemos movido la misma tienda por seis proveedores de alojamiento WordPress gestionado y apuntado todo lo que se rompió.',
    'Antes de pagar por un alojamiento WordPress gestionado conviene hacer tres preguntas sobre los plugins.',
  ],
  aspects: [
    {
      heading: 'Velocidad',
      sentences: [
        'Lo que importa es el tiempo de respuesta sin caché, porque el otro siempre sale bonito.',
        'Los procesos de PHP son la verdadera moneda de un plan, y casi nadie los enseña en la lista de precios.',
        'Un segundo de espera en la caja cuesta más que un año del plan caro.',
        'Mide desde donde viven tus lectores, no desde tu oficina.',
      ],
    },
    {
      heading: 'Copias de seguridad',
      sentences: [
        'Una copia que nunca se ha restaurado es solo un deseo.',
        'Treinta días de copias diarias es lo mínimo para una tienda.',
        'Poder restaurar solo la base de datos nos salvó una tarde entera.',
        'Pregunta si las copias se guardan en otro edificio.',
      ],
    },
    {
      heading: 'Soporte y precio',
      sentences: [
        'El precio del primer año es publicidad; el de la renovación es el contrato.',
        'El mejor soporte pide el registro de errores antes que el número de cliente.',
        'Por {price} dólares al mes hay planes honrados y planes con trampa.',
        'Guarda la cuenta antigua un mes más: es el seguro más barato del oficio.',
      ],
    },
  ],
  entries: [
    '{name} atiende desde {place} y responde por el nombre.',
    'En {name} la restauración tardó seis minutos.',
    '{name} cuesta {price} dólares al mes y la renovación vale lo mismo.',
    'El punto débil de {name} es la copia de pruebas: solo hay una.',
  ],
  closings: ['Prueba tu copia de seguridad esta semana.', 'Cuéntanos qué proveedor quieres que probemos.'],
  audiences: ['tiendas', 'agencias'],
  titles: {
    ranking: [
      'Managed WordPress Hosting: los mejores proveedores probados',
      'Alojamiento WordPress gestionado: comparativa honrada',
    ],
    guide: ['Cómo elegir alojamiento WordPress gestionado', 'Guía para migrar WordPress sin sustos'],
    review: ['{name}: nuestra opinión tras seis meses', 'Probamos {name} hasta que se cayó'],
    essay: ['Tu copia de seguridad es un deseo'],
    roundup: ['Lecturas de servidor'],
  },
};
