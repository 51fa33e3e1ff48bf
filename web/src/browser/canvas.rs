//! A canvas in CSS pixels, sharp on any display.

use std::cell::RefCell;

use wasm_bindgen::{Clamped, JsCast};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

thread_local! {
    /// The picture of one pixel a cell, before it is enlarged. One is kept, so that no frame makes a new one.
    static SMALL: RefCell<Option<HtmlCanvasElement>> = const { RefCell::new(None) };
}

/// The family of type on every canvas.
const MONO: &str = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace";

/// A canvas that is as many device pixels wide as it appears.
pub struct Surface {
    context: CanvasRenderingContext2d,
    /// In CSS pixels.
    pub width: f64,
    /// In CSS pixels.
    pub height: f64,
}

impl Surface {
    /// The surface of a canvas, fitted to the size at which it is shown and cleared. `None` while it is not shown.
    pub fn of(canvas: &HtmlCanvasElement) -> Option<Surface> {
        #[allow(
            clippy::manual_clamp,
            reason = "`clamp` on f64 has a panic that prints numbers: a large piece of the page"
        )]
        let ratio = web_sys::window().map_or(1.0, |window| window.device_pixel_ratio()).max(0.5).min(4.0);
        let (width, height) = (f64::from(canvas.client_width()), f64::from(canvas.client_height()));
        if width < 1.0 || height < 1.0 {
            return None;
        }
        let (wide, high) = ((width * ratio).round() as u32, (height * ratio).round() as u32);
        if (canvas.width(), canvas.height()) != (wide, high) {
            canvas.set_width(wide);
            canvas.set_height(high);
        }
        let context = canvas.get_context("2d").ok()??.dyn_into::<CanvasRenderingContext2d>().ok()?;
        context.set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0).ok()?;
        context.clear_rect(0.0, 0.0, width, height);
        Some(Surface { context, width, height })
    }

    /// Fills a rectangle.
    pub fn fill(&self, x: f64, y: f64, width: f64, height: f64, colour: &str) {
        self.context.set_fill_style_str(colour);
        self.context.fill_rect(x, y, width, height);
    }

    /// Draws the outline of a rectangle.
    pub fn outline(&self, x: f64, y: f64, width: f64, height: f64, line: f64, colour: &str) {
        self.context.set_stroke_style_str(colour);
        self.context.set_line_width(line);
        self.context.stroke_rect(x, y, width, height);
    }

    /// Begins a set of lines of one colour.
    pub fn begin_lines(&self, line: f64, colour: &str) {
        self.context.set_stroke_style_str(colour);
        self.context.set_line_width(line);
        self.context.begin_path();
    }

    /// Adds a line to the set.
    pub fn line(&self, x1: f64, y1: f64, x2: f64, y2: f64) {
        self.context.move_to(x1, y1);
        self.context.line_to(x2, y2);
    }

    /// Adds what strikes out a square to the set.
    pub fn hatch(&self, x: f64, y: f64, side: f64) {
        self.line(x, y + side, x + side, y);
        if side >= 12.0 {
            let half = side / 2.0;
            self.line(x, y + half, x + half, y);
            self.line(x + half, y + side, x + side, y + half);
        }
    }

    /// Draws the set of lines.
    pub fn end_lines(&self) {
        self.context.stroke();
    }

    /// Sets the size of the type in pixels and how text is placed at its point: `center`, `left` or `right`.
    pub fn font(&self, size: f64, align: &str) {
        // Hundredths as an integer: what prints any f64 would be a large piece of the page.
        let hundredths = (size * 100.0).round() as u32;
        self.context.set_font(&format!("{}.{:02}px {MONO}", hundredths / 100, hundredths % 100));
        self.context.set_text_align(align);
        self.context.set_text_baseline("middle");
    }

    /// Writes text.
    pub fn text(&self, text: &str, x: f64, y: f64, colour: &str) {
        self.context.set_fill_style_str(colour);
        let _ = self.context.fill_text(text, x, y);
    }

    /// Writes text with an outline, so that it can be read on whatever lies below.
    pub fn outlined_text(&self, text: &str, x: f64, y: f64, colour: &str, outline: &str) {
        self.context.set_stroke_style_str(outline);
        self.context.set_line_width(2.5);
        self.context.set_line_join("round");
        let _ = self.context.stroke_text(text, x, y);
        self.text(text, x, y, colour);
    }

    /// The width of a text in the current font.
    pub fn text_width(&self, text: &str) -> f64 {
        self.context.measure_text(text).map_or(0.0, |metrics| metrics.width())
    }

    /// Everything drawn from now on stays inside a rectangle, until [`Surface::release`].
    pub fn clip(&self, x: f64, y: f64, width: f64, height: f64) {
        self.context.save();
        self.context.begin_path();
        self.context.rect(x, y, width, height);
        self.context.clip();
    }

    /// Ends a [`Surface::clip`].
    pub fn release(&self) {
        self.context.restore();
    }

    /// Draws one pixel a cell, enlarged without smoothing to a rectangle. `rgba` has `columns * rows * 4` bytes.
    pub fn cells(&self, rgba: &mut [u8], columns: u32, rows: u32, place: (f64, f64, f64, f64)) {
        let Ok(image) = ImageData::new_with_u8_clamped_array_and_sh(Clamped(rgba), columns, rows) else { return };
        SMALL.with_borrow_mut(|small| {
            if small.is_none() {
                let made = web_sys::window().and_then(|window| window.document());
                let made = made.and_then(|document| document.create_element("canvas").ok());
                *small = made.and_then(|canvas| canvas.dyn_into().ok());
            }
            let Some(small) = small else { return };
            if (small.width(), small.height()) != (columns, rows) {
                small.set_width(columns);
                small.set_height(rows);
            }
            let context = small.get_context("2d").ok().flatten();
            let Some(context) = context.and_then(|context| context.dyn_into::<CanvasRenderingContext2d>().ok()) else {
                return;
            };
            let _ = context.put_image_data(&image, 0.0, 0.0);
            self.context.set_image_smoothing_enabled(false);
            let (x, y, width, height) = place;
            let _ = self.context.draw_image_with_html_canvas_element_and_dw_and_dh(small, x, y, width, height);
        });
    }
}
