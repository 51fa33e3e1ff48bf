//! One palette for every picture: eight colours in a light and a dark variant, with the inks that are readable on them.
//!
//! The hues are those of Okabe and Ito's palette for colour-blind readers (neutral, orange, sky blue, green, yellow,
//! blue, vermilion, purple). Lightness and chroma were chosen so that any two of the eight stay apart under normal vision
//! and under protanopia, deuteranopia and tritanopia alike, and so that the ink keeps its contrast on all of them. The
//! tests measure both.

use std::fmt;

/// An sRGB colour. Displays as `#rrggbb`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rgb(
    /// Red.
    pub u8,
    /// Green.
    pub u8,
    /// Blue.
    pub u8,
);

impl Rgb {
    const fn hex(value: u32) -> Self {
        Rgb((value >> 16) as u8, (value >> 8) as u8, value as u8)
    }

    /// A seventh of this colour, the rest ground: what is not looked at.
    pub fn paler(self, ground: Rgb) -> Rgb {
        let mix = |colour: u8, ground: u8| ((u16::from(colour) + 6 * u16::from(ground)) / 7) as u8;
        Rgb(mix(self.0, ground.0), mix(self.1, ground.1), mix(self.2, ground.2))
    }

    /// The relative luminance, from 0 (black) to 1 (white), as WCAG 2 defines it.
    pub fn luminance(self) -> f64 {
        let [red, green, blue] = self.linear();
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The channels in linear light, from 0 to 1.
    fn linear(self) -> [f64; 3] {
        [self.0, self.1, self.2].map(|channel| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        })
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// The contrast of two colours as WCAG 2 defines it, from 1 to 21; 4.5 is enough for text.
///
/// Law: `contrast(a, b) = contrast(b, a)`, `contrast(a, a) = 1`.
///
/// ```
/// use colex::draw::palette::{Rgb, contrast};
///
/// let (black, white) = (Rgb(0, 0, 0), Rgb(255, 255, 255));
/// assert_eq!(contrast(black, white), contrast(white, black));
/// assert_eq!((contrast(black, white), contrast(white, white)), (21.0, 1.0));
/// ```
pub fn contrast(a: Rgb, b: Rgb) -> f64 {
    let (a, b) = (a.luminance(), b.luminance());
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// On what ground a picture stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// The number of colours in a palette.
pub const COLOURS: usize = 8;

/// The colours of a theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Palette {
    /// The fills of cells, by index modulo 8, tile, thread, bank or mode.
    pub fills: [Rgb; COLOURS],
    /// The ground.
    pub ground: Rgb,
    /// Text and strong rules, on the ground and on every fill.
    pub ink: Rgb,
    /// Axis labels, on the ground.
    pub quiet_ink: Rgb,
    /// The fine rules between cells.
    pub rule: Rgb,
    /// The mark around the chosen cell.
    pub accent: Rgb,
}

const LIGHT: Palette = Palette {
    fills: [
        Rgb::hex(0xf4f1e8),
        Rgb::hex(0xecad5d),
        Rgb::hex(0xafd9fd),
        Rgb::hex(0x60d3b3),
        Rgb::hex(0xfcd76e),
        Rgb::hex(0x729fed),
        Rgb::hex(0xd28853),
        Rgb::hex(0xae91ab),
    ],
    ground: Rgb::hex(0xffffff),
    ink: Rgb::hex(0x1a1c20),
    quiet_ink: Rgb::hex(0x5a606b),
    rule: Rgb::hex(0xb4b9c2),
    accent: Rgb::hex(0x5b21b6),
};

const DARK: Palette = Palette {
    fills: [
        Rgb::hex(0x292620),
        Rgb::hex(0x4c3a00),
        Rgb::hex(0x316eab),
        Rgb::hex(0x005247),
        Rgb::hex(0x4f5e05),
        Rgb::hex(0x082b6a),
        Rgb::hex(0x86645e),
        Rgb::hex(0x7e3c76),
    ],
    ground: Rgb::hex(0x15171b),
    ink: Rgb::hex(0xf4f5f7),
    quiet_ink: Rgb::hex(0xa9afba),
    rule: Rgb::hex(0x5d6470),
    accent: Rgb::hex(0xc9b8ff),
};

impl Palette {
    /// The palette of a theme.
    pub const fn of(theme: Theme) -> &'static Palette {
        match theme {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        }
    }

    /// The fill of a number: its remainder modulo 8, never negative, picks the colour.
    ///
    /// Law: `fill(n) = fill(n + 8)`.
    ///
    /// ```
    /// use colex::draw::palette::{Palette, Theme};
    ///
    /// let palette = Palette::of(Theme::Light);
    /// assert_eq!(palette.fill(-1), palette.fills[7]);
    /// assert!((-20..20).all(|number| palette.fill(number) == palette.fill(number + 8)));
    /// ```
    pub fn fill(&self, number: i64) -> Rgb {
        let place = number.rem_euclid(COLOURS as i64) as usize;
        self.fills.get(place).copied().unwrap_or(self.ground)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Perception of linear light: by everybody, and by those without one kind of cone (Machado, Oliveira, Fernandes
    /// 2009, severity 1).
    const VISIONS: [(&str, [[f64; 3]; 3]); 4] = [
        ("normal", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        (
            "protanopia",
            [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        ),
        (
            "deuteranopia",
            [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        ),
        (
            "tritanopia",
            [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
        ),
    ];

    fn times(matrix: &[[f64; 3]; 3], vector: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
    }

    /// Ottosson's Oklab, in which distances are about as large as they look.
    fn oklab(linear: [f64; 3]) -> [f64; 3] {
        let cones = times(
            &[
                [0.4122214708, 0.5363325363, 0.0514459929],
                [0.2119034982, 0.6806995451, 0.1073969566],
                [0.0883024619, 0.2817188376, 0.6299787005],
            ],
            linear,
        );
        times(
            &[
                [0.2104542553, 0.7936177850, -0.0040720468],
                [1.9779984951, -2.4285922050, 0.4505937099],
                [0.0259040371, 0.7827717662, -0.8086757660],
            ],
            cones.map(|cone| cone.max(0.0).cbrt()),
        )
    }

    #[test]
    fn ink_is_readable_on_every_colour() {
        assert!((contrast(Rgb(0, 0, 0), Rgb(255, 255, 255)) - 21.0).abs() < 1e-9);
        for theme in [Theme::Light, Theme::Dark] {
            let palette = Palette::of(theme);
            for fill in palette.fills.iter().chain([&palette.ground]) {
                let contrast = contrast(palette.ink, *fill);
                assert!(contrast >= 4.5, "{theme:?} ink on {fill}: {contrast:.2}");
            }
            assert!(contrast(palette.quiet_ink, palette.ground) >= 4.5, "{theme:?} quiet ink");
            assert!(contrast(palette.accent, palette.ground) >= 4.5, "{theme:?} accent");
        }
    }

    #[test]
    fn colours_stay_apart_for_every_kind_of_vision() {
        // A difference that is just noticeable is about 0.02.
        const APART: f64 = 0.08;
        for theme in [Theme::Light, Theme::Dark] {
            for (vision, matrix) in &VISIONS {
                let seen = Palette::of(theme).fills.map(|fill| {
                    let seen = times(matrix, fill.linear()).map(|channel| channel.clamp(0.0, 1.0));
                    (fill, oklab(seen))
                });
                for (place, (one, a)) in seen.iter().enumerate() {
                    for (other, b) in seen.iter().skip(place + 1) {
                        let distance = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                        assert!(distance >= APART, "{theme:?} {vision}: {one} and {other} are {distance:.3} apart");
                    }
                }
            }
        }
    }

    #[test]
    fn negative_numbers_have_a_colour_too() {
        let palette = Palette::of(Theme::Light);
        assert_eq!(palette.fill(-1), palette.fill(7));
        assert_eq!(palette.fill(i64::MIN), palette.fill(0));
        assert_eq!(palette.fill(1).to_string(), "#ecad5d");
    }
}
