/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/record-options-box.h"

#include "app/settings.h"

struct _ProfRecordOptionsBox {
  AdwBin parent_instance;
  GtkSpinButton *frequency_entry;
  GtkSwitch *kernel_switch;
};

G_DEFINE_FINAL_TYPE (ProfRecordOptionsBox, prof_record_options_box, ADW_TYPE_BIN)

void
prof_record_options_box_load (ProfRecordOptionsBox *self, GSettings *settings)
{
  gtk_spin_button_set_value (self->frequency_entry,
                             prof_settings_get_int (settings, "record-frequency", 999));
  gtk_switch_set_active (self->kernel_switch,
                         prof_settings_get_boolean (settings, "record-kernel", TRUE));
}

void
prof_record_options_box_apply (ProfRecordOptionsBox *self, GSettings *settings,
                               ProfRecordRequest *request)
{
  gtk_spin_button_update (self->frequency_entry);
  request->frequency = gtk_spin_button_get_value_as_int (self->frequency_entry);
  request->kernel = gtk_switch_get_active (self->kernel_switch);
  prof_settings_set_int (settings, "record-frequency", request->frequency);
  prof_settings_set_boolean (settings, "record-kernel", request->kernel);
}

static void
prof_record_options_box_class_init (ProfRecordOptionsBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/example/Profiler/record-options-box.ui");
  gtk_widget_class_bind_template_child (widget_class, ProfRecordOptionsBox, frequency_entry);
  gtk_widget_class_bind_template_child (widget_class, ProfRecordOptionsBox, kernel_switch);
}

static void
prof_record_options_box_init (ProfRecordOptionsBox *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
